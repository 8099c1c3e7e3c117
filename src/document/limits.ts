/** The most digits of an integer literal that Python's int() takes (its default limit, since 3.10.7), and pydantic from text. */
export const mostIntegerDigits = 4300;

/** The most nested containers that json.loads reads when `RunState.from_string` is run plainly by `asyncio.run`: Python's
 * recursion limit of 1000 less the frames above the parser. The same in every release (measured: 0.8.4 … 0.24.0, Python 3.11).
 * A caller deep in a framework has fewer. */
export const mostLevels = 985;

/** Whether the literal of a number can be an int: 1 may be written 1.0, and an int so long that JavaScript reads it as an infinity may be 1e400.
 * Of all others the value alone says what Python makes of it. */
export function mayBeInt(value: number): boolean {
  return Number.isInteger(value) || value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
}

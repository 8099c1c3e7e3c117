/** The exit code by which a part of test:slow says that the machine lacks what it needs. */
export const leftOut = 75;

/** Ends a part that the machine lacks something for. */
export function leaveOut(why) {
  console.log(`left out: ${why}`);
  process.exit(leftOut);
}

/** Whether a file is read and written packed. */
export function isPacked(file: string): boolean {
  return file.endsWith(".gz");
}

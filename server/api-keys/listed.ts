/** The most keys that an email lists. */
export const listedAtMost = 50

/** Returns the lines of a list, with the number of further keys if there are any. */
export const withRest = (lines: string[], more: number): string[] =>
  more > 0 ? [...lines, `and ${more} more`] : lines

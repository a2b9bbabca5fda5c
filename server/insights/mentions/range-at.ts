/** Returns the one of sorted ranges that a place is in, by binary search. */
export function rangeAt<Range extends { start: number; end: number }>(
  ranges: Range[],
  place: number,
): Range | undefined {
  let [from, to] = [0, ranges.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (ranges[middle]!.end <= place) from = middle + 1
    else to = middle
  }
  const range = ranges[from]
  return range && range.start <= place ? range : undefined
}

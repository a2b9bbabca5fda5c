/** Returns at most six whole numbers from 0, evenly spaced by 1, 2 or 5 times a power of ten, to `most` or more. */
export function scaleOf(most: number): number[] {
  const least = Math.max(1, most / 5)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least)!
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, at) => at * step)
}

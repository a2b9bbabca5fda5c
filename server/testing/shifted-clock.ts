/** Settings of a node process whose clock is ahead by so many milliseconds, and whose embedded database follows it. */
export const clockShiftedBy = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shifting(ms))}`,
})

/** What a process loads before all else, so that it takes the time for another. */
const shifting = (by: number) => `
const now = Date.now
globalThis.Date = class extends Date {
  constructor(...given) {
    given.length === 0 ? super(now() + ${by}) : super(...given)
  }
  static now = () => now() + ${by}
}`

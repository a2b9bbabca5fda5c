import { ascend } from './evidence.ts'
import type { Line } from './line.ts'
import { recurring } from './names.ts'

/** A name and a time on lines of their own, in this order. */
export type Pairs = 'name, time' | 'time, name'

/** Returns in which order a name and a time are above the text; null if they are not. */
export function pairsIn(lines: Line[]): Pairs | null {
  const above: string[] = []
  const below: string[] = []
  const times = lines.filter(({ layout }, n) => layout === 'time' && lines[n - 1]?.layout !== 'time')
  if (times.length < 2 || times.length * 60 < lines.length || !ascend(times)) return null
  for (const [n, { layout }] of lines.entries()) {
    if (layout !== 'time') continue
    const [before, after] = [lines[n - 1]?.lone, lines[n + 1]?.lone]
    if (before) above.push(before)
    // A name is above text.
    if (after && lines[n + 2] && lines[n + 2]!.layout !== 'time') below.push(after)
  }
  const enough = Math.max(2, times.length * 0.6)
  const [over, under] = [recurring(above), recurring(below)]
  if (over >= enough && over >= under) return 'name, time'
  return under >= enough ? 'time, name' : null
}

/** Joins a name and a time that are on lines of their own. */
export function* paired(lines: Iterable<Line>, pairs: Pairs | null): Generator<Line> {
  let held: Line | null = null
  for (const line of lines) {
    if (held) {
      const [name, time]: [Line, Line] = pairs === 'name, time' ? [held, line] : [line, held]
      const isPair = name.lone !== null && time.layout === 'time'
      if (isPair) yield { ...time, layout: 'name time', name: name.lone, isApart: held.isApart }
      else yield held
      held = null
      if (isPair) continue
    }
    if (pairs === 'name, time' ? line.lone : pairs && line.layout === 'time') held = line
    else yield line
  }
  if (held) yield held
}

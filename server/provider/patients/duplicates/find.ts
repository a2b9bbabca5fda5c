import { setImmediate as turn } from 'node:timers/promises'
import type { Reader } from '#database'
import { compare, type Resemblance, threshold } from '#engines/linkage'
import { candidatesOf, type Pair, profilesOf, withoutFlagged } from './candidates.ts'

/** How long comparisons may block this process. */
const sliceMs = 8

/** Returns the candidate pairs of these patients that are likely duplicates, in no order. */
export async function findDuplicates(
  tx: Reader,
  patientIds: string[],
  which: 'all' | 'later',
): Promise<(Pair & Resemblance)[]> {
  const pairs = await candidatesOf(tx, patientIds, which)
  const profiles = await profilesOf(tx, new Set(pairs.flatMap(({ a, b }) => [a, b])))
  const found: (Pair & Resemblance)[] = []
  let since = performance.now()
  for (const pair of pairs) {
    if (performance.now() - since > sliceMs) {
      await turn()
      since = performance.now()
    }
    const [a, b] = [profiles.get(pair.a), profiles.get(pair.b)]
    if (!a || !b) continue
    const resemblance = compare(a, b)
    if (resemblance.score >= threshold) found.push({ ...pair, ...resemblance })
  }
  return withoutFlagged(tx, found)
}

import { setImmediate as turn } from 'node:timers/promises'
import type { Pseudonymisation } from '#contract'
import type { Reader } from '#database'
import { Pseudonyms } from '#engines/pseudonyms'
import { eachText } from '../library/texts.ts'
import type { Added } from './add-names.ts'

/** UTF-16 units after which no further source is searched; the response states how many sources were. */
const mostSearched = 4_000_000
const mostShown = 5
/** UTF-16 units around a name. */
const around = 40

/** Counts names in the texts of a project, the newest first, and shows some places of each. */
export async function countNames(
  reader: Reader,
  projectId: string,
  { pseudonyms, forms }: Added,
  signal: AbortSignal,
): Promise<Pick<Pseudonymisation, 'names' | 'searched'>> {
  const names = new Pseudonyms(projectId, forms)
  const found = new Map(pseudonyms.map((pseudonym) => [pseudonym, { found: 0, sample: [] as string[] }]))
  let sources = 0
  let searched = 0
  for await (const { parts } of eachText(reader, projectId, 'desc')) {
    sources++
    for await (const { text } of parts) {
      signal.throwIfAborted()
      await turn()
      searched += text.length
      for (const { start, end, pseudonym } of names.find(text)) {
        const one = found.get(pseudonym)
        if (!one) continue
        one.found++
        if (one.sample.length < mostShown)
          one.sample.push(
            text
              .slice(Math.max(0, start - around), end + around)
              .toWellFormed()
              .trim(),
          )
      }
    }
    if (searched >= mostSearched) break
  }
  const counts = await reader
    .selectFrom('sourceCounts')
    .select('ready')
    .where('projectId', '=', projectId)
    .executeTakeFirst()
  return {
    names: pseudonyms.map((pseudonym) => ({ pseudonym, ...found.get(pseudonym)! })),
    searched: { sources, of: Math.max(sources, counts?.ready ?? 0) },
  }
}

import type { Final, Mention } from './observed.ts'

/** Checks that every reader of a tracker got each mention exactly once and in order, and that each source has its mention. */
export function checkMentions(
  readers: Record<string, Mention[][]>,
  { mentions, ready }: Pick<Final, 'mentions' | 'ready'>,
): string[] {
  const wrong: string[] = []
  for (const [reader, pages] of Object.entries(readers)) {
    const seen = pages.flat()
    const got = new Set<string>()
    for (const { id, seq } of seen) {
      if (got.has(id)) wrong.push(`${reader} got mention ${id} (${seq}) again`)
      got.add(id)
    }
    for (const { id, seq } of mentions)
      if (!got.has(id)) wrong.push(`${reader} never got mention ${id} (${seq})`)
    seen.forEach(({ seq }, at) => {
      if (at > 0 && seq <= seen[at - 1]!.seq) wrong.push(`${reader} got ${seq} after ${seen[at - 1]!.seq}`)
    })
  }
  const bySource = Map.groupBy(mentions, ({ sourceId }) => sourceId)
  for (const sourceId of new Set([...ready, ...bySource.keys()])) {
    const count = bySource.get(sourceId)?.length ?? 0
    if (count !== 1) wrong.push(`source ${sourceId} has ${count} mentions instead of one`)
  }
  return wrong
}

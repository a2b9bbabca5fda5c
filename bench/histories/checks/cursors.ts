interface Seen {
  id: string
  seq: number
}

export interface CursorHistory {
  /** The pages that each reader of a tracker got by following its cursors to the end, in this order. */
  readers: Record<string, Seen[][]>
  /** All mentions of the tracker, as listed in the end, with the sources that contain them. */
  listed: (Seen & { sourceId: string })[]
  /** Sources with one mention each that were ready before that. */
  ready: string[]
}

/** Checks that every reader got each mention exactly once and in order, and that each source has its mention. */
export function checkCursors({ readers, listed, ready }: CursorHistory): string[] {
  const wrong: string[] = []
  for (const [reader, pages] of Object.entries(readers)) {
    const seen = pages.flat()
    const got = new Set<string>()
    for (const { id, seq } of seen) {
      if (got.has(id)) wrong.push(`${reader} got mention ${id} (${seq}) again`)
      got.add(id)
    }
    for (const { id, seq } of listed)
      if (!got.has(id)) wrong.push(`${reader} never got mention ${id} (${seq})`)
    seen.forEach(({ seq }, at) => {
      if (at > 0 && seq <= seen[at - 1]!.seq) wrong.push(`${reader} got ${seq} after ${seen[at - 1]!.seq}`)
    })
  }
  const bySource = Map.groupBy(listed, ({ sourceId }) => sourceId)
  for (const sourceId of new Set([...ready, ...bySource.keys()])) {
    const count = bySource.get(sourceId)?.length ?? 0
    if (count !== 1) wrong.push(`source ${sourceId} has ${count} mentions instead of one`)
  }
  return wrong
}

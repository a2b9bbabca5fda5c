/** What a client saw of a list while rows were added. */
export interface Walk {
  list: string
  /** The ids on one page that had the whole list, before and after. */
  before: string[]
  after: string[]
  /** The ids on each of many small pages, from the first to the last. */
  pages: string[][]
}

/** Checks that following the cursors of a list returns no row twice, and each that existed before and afterwards. */
export function checkLists(walks: Walk[]): string[] {
  return walks.flatMap(({ list, before, after, pages }) => {
    const seen = pages.flat()
    const got = new Set(seen)
    const all = new Set(after)
    const twice = seen.filter((id, at) => seen.indexOf(id) < at)
    const skipped = before.filter((id) => all.has(id) && !got.has(id))
    return [
      ...twice.map((id) => `${list} returned ${id} twice`),
      ...skipped.map((id) => `${list} skipped ${id} at the end of a page`),
    ]
  })
}

import { fold } from '#engines/language'
import type { Definition, FoundList, TrackerSet } from './definition.ts'

type Scope = Definition['scope']

/** What trackers can be limited to. */
export interface SourceDetails {
  tags: string[]
  author: string | null
  kind: string
  /** `YYYY-MM-DD`, UTC. */
  day: string
}

/** Writes a name for comparison: without case, accents and superfluous space. */
export const comparable = (name: string): string =>
  fold(name.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))
    .trim()
    .replace(/\s+/g, ' ')

/** Returns whether a tracker searches a source at all. */
export function isInScope({ kinds, tags, authors, from, to }: Scope, source: SourceDetails): boolean {
  if (kinds && !kinds.some((kind) => kind === source.kind)) return false
  if (from && source.day < from) return false
  if (to && source.day > to) return false
  return isAmong(tags, source.tags) && isAmong(authors, source.author === null ? [] : [source.author])
}

function isAmong(wanted: string[] | undefined, names: string[]): boolean {
  if (!wanted) return true
  const known = new Set(names.map(comparable))
  return wanted.some((name) => known.has(comparable(name)))
}

/** Returns what is found by trackers that search this source. */
export function withinScope(
  found: Map<string, FoundList>,
  trackers: TrackerSet['trackers'],
  source: SourceDetails,
): Map<string, FoundList> {
  const searching = trackers.filter(({ definition }) => isInScope(definition.scope, source))
  const ids = new Set(searching.map(({ id }) => id))
  return new Map([...found].filter(([id]) => ids.has(id)))
}

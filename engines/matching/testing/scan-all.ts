import type { Definition, Found } from '../definition.ts'
import { readAll } from '../found.ts'
import { prepare } from '../ready-set.ts'
import { Scan } from '../scan.ts'
import type { WholeText } from './oracle.ts'

/** Matches in this thread. @returns the mentions of each definition */
export function scanAll(definitions: Definition[], { text, segments, language }: WholeText): Found[][] {
  const set = { key: '', trackers: definitions.map((definition, n) => ({ id: String(n), definition })) }
  const scan = new Scan(prepare(set, language), {
    number: 1,
    start: 0,
    text,
    segments: Int32Array.from(segments.flatMap(({ start, end }) => [start, end])),
    speakers: segments.map(({ speaker = null }) => speaker),
    isLast: true,
  })
  while (scan.advance(() => true) !== 'at the end');
  const found = readAll(scan.found(), set)
  return definitions.map((_, n) => [...(found.get(String(n)) ?? [])])
}

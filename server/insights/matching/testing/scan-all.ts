import type { Definition, Found, Text } from '../definition.ts'
import { readAll } from '../found.ts'
import { prepare } from '../ready-set.ts'
import { Scan } from '../scan.ts'

/** Matches in this thread. @returns the mentions of each definition */
export function scanAll(definitions: Definition[], { text, segments, language }: Text): Found[][] {
  const set = { key: '', trackers: definitions.map((definition, n) => ({ id: String(n), definition })) }
  const scan = new Scan(
    prepare(set, language),
    text,
    Int32Array.from(segments.flatMap(({ start, end }) => [start, end])),
  )
  while (!scan.advance(() => true));
  const found = readAll(scan.found(), set)
  return definitions.map((_, n) => [...(found.get(String(n)) ?? [])])
}

import { setImmediate } from 'node:timers/promises'
import type { Segment } from '#contract'

const kinds = ['paragraph', 'heading', 'page', 'turn', 'row', 'message'] as const
const width = 7
const unknown = -1
const atOnce = 20_000

/** Segments as numbers, and their distinct strings: parsing half a million objects would block the server. */
export interface Columns {
  numbers: Int32Array
  words: string[]
}

export function toColumns(segments: Segment[]): Columns {
  const numbers = new Int32Array(segments.length * width)
  const places = new Map<string, number>()
  const place = (word: string | null): number => {
    if (word === null) return unknown
    const known = places.get(word) ?? places.size
    places.set(word, known)
    return known
  }
  segments.forEach(({ start, end, kind, label, speaker, startMs, endMs }, index) => {
    numbers.set(
      [start, end, kinds.indexOf(kind), place(label), place(speaker), startMs ?? unknown, endMs ?? unknown],
      index * width,
    )
  })
  return { numbers, words: [...places.keys()] }
}

/** Pauses regularly, so as not to block the event loop. */
export async function fromColumns({ numbers, words }: Columns): Promise<Segment[]> {
  const segments: Segment[] = []
  for (let at = 0; at < numbers.length; at += width) {
    segments.push({
      start: numbers[at]!,
      end: numbers[at + 1]!,
      kind: kinds[numbers[at + 2]!]!,
      label: words[numbers[at + 3]!] ?? null,
      speaker: words[numbers[at + 4]!] ?? null,
      startMs: known(numbers[at + 5]!),
      endMs: known(numbers[at + 6]!),
    })
    if (segments.length % atOnce === 0) await setImmediate()
  }
  return segments
}

function known(number: number): number | null {
  return number === unknown ? null : number
}

import { own } from '#rules/own'
import { type Meaning, means } from './fields.ts'
import type { Turn } from './join.ts'
import { readerOf } from './records.ts'
import { type Fields, isRecord, withSpan } from './words.ts'

/** A transcript in JSON, such as those of Fireflies, Rev, AssemblyAI, Deepgram and Whisper. */
export interface JsonTranscript {
  turns: Turn[]
  /** The value without the transcript: title, date and the like. */
  rest: unknown
}

const deepest = 10

/** Finds the transcript in a JSON value: an array whose elements are records of what is said. */
export function transcriptIn(value: unknown): JsonTranscript | null {
  const names = namesIn(value)
  const diarization = new Diarization(value)
  let best: Turn[] | null = null
  for (const records of arraysIn(value, 0)) {
    const complete = (some: Fields[]) => diarization.addTo(some.map(withSpan))
    const reader = readerOf(complete(records.slice(0, sampled)), names)
    if (!reader) continue
    const turns = complete(records).map((record) => reader.turnOf(record))
    if (!best || isBetter(turns, best)) best = turns
  }
  return best && { turns: best, rest: without(value, plain(best.map(({ text }) => text).join(' '))) }
}

const sampled = 500

/** Prefers turns with speakers, then those with more text, then longer ones: sentences to words. */
function isBetter(turns: Turn[], others: Turn[]): boolean {
  const has = (some: Turn[]) => some.some(({ speaker }) => speaker !== null)
  const chars = (some: Turn[]) => some.reduce((sum, { text }) => sum + text.length, 0)
  if (has(turns) !== has(others)) return has(turns)
  const ratio = chars(turns) / chars(others)
  return ratio > 1.25 || (ratio > 0.8 && turns.length < others.length)
}

/** Finds the arrays of records; the outer ones first. */
function* arraysIn(value: unknown, depth: number): Generator<Fields[]> {
  if (depth > deepest) return
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isRecord)) yield value
    // The words of a sentence are no sentences, but the last result of Google has the words of all.
    if (value.length > 0) yield* arraysIn(value.at(-1), depth + 1)
  } else if (isRecord(value)) for (const inside of Object.values(value)) yield* arraysIn(inside, depth + 1)
}

/** Finds the names that records refer to by number: `speakers: [{ id: 0, name: "Ada" }]`. */
function namesIn(value: unknown, names = new Map<string, string>(), depth = 0): Map<string, string> {
  if (!isRecord(value) || depth > deepestNames) return names
  for (const [field, inside] of Object.entries(value)) {
    if (!/^(?:speakers?|participants|attendees|users)(?:_?(?:names?|map|info))?$/i.test(field)) {
      namesIn(inside, names, depth + 1)
      continue
    }
    const entries = isRecord(inside)
      ? Object.entries(inside)
      : Array.isArray(inside)
        ? [...inside.entries()]
        : []
    for (const [key, one] of entries) {
      const { name, displayName, display_name, speaker_name, ...others }: Fields = isRecord(one)
        ? one
        : { name: one }
      const id =
        Object.keys(others).find((field) => /^(?:speaker_?)?id$/i.test(field)) ??
        Object.keys(others).find((field) => /id$/i.test(field))
      const written = name ?? displayName ?? display_name ?? speaker_name
      if (typeof written === 'string' && written.trim())
        names.set(String(id ? own(others, id) : key), written.trim())
    }
  }
  return names
}

const deepestNames = 3

/** Removes what the turns have: the transcript in this and other forms, and single words. */
function without(value: unknown, said: string): unknown {
  if (typeof value === 'string') return value.length > shortest && said.includes(plain(value)) ? null : value
  if (Array.isArray(value)) {
    return value.some(isTimed) ? null : value.map((one) => without(one, said))
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, without(inside, said)]))
}

/** Whether a value is a word or another part of what is said. */
const isTimed = (value: unknown): boolean =>
  isRecord(value) && Object.keys(value).some((key) => /^(?:start|begin|word$|ts$|offset)/i.test(key))

/** Shorter values, such as a language, may occur in any text. */
const shortest = 30

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Who speaks from when, listed apart from the words, as Amazon does: `{ start_time, speaker_label }`. */
class Diarization {
  readonly #speakers = new Map<string, unknown>()

  constructor(value: unknown) {
    this.#collect(value, 0)
  }

  /** Adds the speakers of records that have none. */
  addTo(records: Fields[]): Fields[] {
    if (this.#speakers.size === 0 || fieldOf(records[0]!, 'speaker')) return records
    return records.map((record) => {
      const start = fieldOf(record, 'start')
      const speaker = start && this.#speakers.get(String(own(record, start)))
      return speaker ? { ...record, speaker } : record
    })
  }

  #collect(value: unknown, depth: number): void {
    if (depth > deepest) return
    if (Array.isArray(value)) for (const inside of value) this.#collect(inside, depth + 1)
    if (!isRecord(value)) return
    for (const inside of Object.values(value))
      if (typeof inside === 'object' && inside !== null) this.#collect(inside, depth + 1)
    const [start, speaker] = [fieldOf(value, 'start'), fieldOf(value, 'speaker')]
    if (start && speaker && !fieldOf(value, 'text'))
      this.#speakers.set(String(own(value, start)), own(value, speaker))
  }
}

const fieldOf = (record: Fields, meaning: Meaning): string | undefined =>
  Object.keys(record).find((field) => means(field, meaning))

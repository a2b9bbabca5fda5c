import { type Meanings, meaningsOf, positionOf, type Time, timeOf, unitOf } from './fields.ts'
import type { Turn } from './join.ts'

export type Fields = Record<string, unknown>

/** How the records of a transcript are read. */
export interface RecordPlan {
  fields: Meanings
  unit: number
  first: Time
  /** The names of speakers that records refer to by number or id. */
  names: Map<string, string>
}

const sampled = 500
const latestBeginMs = 3_600_000

/** Whether a time is at the beginning of a recording, not a date. */
const isEarly = (time: Time, unit: number): boolean =>
  time !== null && !('at' in time) && positionOf(time, unit, time)! <= latestBeginMs

/**
 * Returns how to read records as a transcript: a field each for the text and the speaker, or for the text and its time.
 * @returns null if they are no transcript
 */
export function recordPlanOf(records: Fields[], names = new Map<string, string>()): RecordPlan | null {
  const sample = records.slice(0, sampled)
  const common = Object.keys(sample[0] ?? {}).concat(Object.keys(sample.at(-1) ?? {}))
  const fields = meaningsOf([...new Set(common)])
  if (!fields) return null
  const { text, start, speaker } = fields
  const texts = sample.map((record) => spokenIn(record[text!]))
  if (texts.filter((said) => said !== '').length < sample.length * 0.7) return null
  const times = sample.map((record) => timeOf(start === undefined ? timeIn(record[text!]) : record[start]))
  const isTimed = times.filter((time) => time !== null).length >= sample.length * 0.7
  if (!isTimed && (start !== undefined || speaker === undefined)) return null
  const first = times.find((time) => time !== null) ?? null
  // The start of the last record leaves its text out.
  const chars = texts.slice(0, -1).reduce((sum, said) => sum + said.length, 0)
  const unit = unitOf(start ?? '', times, chars)
  // Surveys have a row per person, reviews a date.
  if (!isTimed && new Set(sample.map((record) => speakerIn(record[speaker!], names))).size === sample.length)
    return null
  const positions = times.flatMap((time) => positionOf(time, unit, first) ?? [])
  if ((fields.isPerson || speaker === undefined) && !(isEarly(first, unit) && isSpoken(positions, chars)))
    return null
  return { fields, unit, first, names }
}

/** Programs of events and records of work have times, too, but nobody speaks so slowly. */
const slowest = 1

/** Returns whether so many characters can be spoken between the first and the last position. */
function isSpoken(positions: number[], chars: number): boolean {
  const seconds = (positions.at(-1)! - positions[0]!) / 1_000
  return seconds <= 0 || chars / seconds >= slowest
}

/** Reads a record as a turn. */
export function turnOf(record: Fields, { fields, unit, first, names }: RecordPlan): Turn {
  const { text, start, end, duration, speaker } = fields
  const words = record[text!]
  const position = (value: unknown): number | null => positionOf(timeOf(value), unit, first)
  const startMs = position(start === undefined ? timeIn(words) : record[start])
  const lasts = duration === undefined ? null : position(record[duration])
  const endMs =
    end === undefined ? (startMs !== null && lasts !== null ? startMs + lasts : null) : position(record[end])
  return {
    speaker: speakerIn(speaker === undefined ? null : record[speaker], names),
    text: spokenIn(words),
    startMs,
    endMs,
  }
}

/** Returns the words of a record: text, or the words or elements that it consists of (Rev, AssemblyAI, Deepgram). */
function spokenIn(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (!Array.isArray(value)) return ''
  const words = value.map((word) => (typeof word === 'string' ? word : wordIn(word)))
  // Elements that are spaces or marks are written as they are.
  const gap = words.some((word) => /^\s+$/.test(word)) ? '' : ' '
  return words.filter(Boolean).join(gap).trim()
}

function wordIn(word: unknown): string {
  if (typeof word !== 'object' || word === null) return ''
  const { punctuated_word: punctuated, value, text, word: plain, content } = word as Fields
  const written = punctuated ?? value ?? text ?? plain ?? content
  return typeof written === 'string' ? written : ''
}

function timeIn(words: unknown): unknown {
  if (!Array.isArray(words)) return null
  const timed = words.find(
    (word): word is Fields => typeof word === 'object' && word !== null && ('ts' in word || 'start' in word),
  )
  return timed?.ts ?? timed?.start ?? null
}

/** Returns the name of a speaker: as written, of the person that a number refers to, or `Speaker 1`. */
function speakerIn(value: unknown, names: Map<string, string>): string | null {
  if (typeof value === 'object' && value !== null) {
    const { name, displayName, display_name: display, user } = value as Fields
    return speakerIn(name ?? displayName ?? display ?? user ?? null, names)
  }
  if (typeof value === 'number') return names.get(String(value)) ?? `Speaker ${value}`
  if (typeof value !== 'string' || value.trim() === '') return null
  const written = value.trim()
  const known = names.get(written)
  if (known) return known
  return /^(?:\d{1,3}|[A-Z])$/.test(written) ? `Speaker ${written}` : written
}

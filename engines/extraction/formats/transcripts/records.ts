import { own } from '#rules/own'
import { type Meanings, meaningsOf } from './fields.ts'
import type { Turn } from './join.ts'
import { messageReaderOf } from './messages.ts'
import type { RecordReader } from './reader.ts'
import { positionOf, type Time, timeOf, unitOf } from './times.ts'
import { type Fields, speakerIn, speakerWithin, spokenIn, timeIn } from './words.ts'

interface Plan {
  fields: Meanings
  unit: number
  first: Time
  /** The names of speakers that records refer to by number or id. */
  names: Map<string, string>
}

const sampled = 500
const latestBeginMs = 3_600_000

/** Returns a reader of records that are what is said in a recording, or messages; null if they are neither. */
export function readerOf(records: Fields[], names = new Map<string, string>()): RecordReader | null {
  const sample = records.slice(0, sampled)
  const plan = planOf(sample, names)
  if (!plan) return messageReaderOf(sample, names)
  const { isPerson: _, ...fields } = plan.fields
  return { fields: new Set(Object.values(fields)), turnOf: (record) => turnOf(record, plan) }
}

/** Whether a time is at the beginning of a recording, not a date. */
const isEarly = (time: Time, unit: number): boolean =>
  time !== null && !('at' in time) && positionOf(time, unit, time)! <= latestBeginMs

/**
 * Returns how to read records as a transcript: a field each for the text and the speaker, or for the text and its time.
 * @returns null if they are no transcript
 */
function planOf(sample: Fields[], names: Map<string, string>): Plan | null {
  const common = Object.keys(sample[0] ?? {}).concat(Object.keys(sample.at(-1) ?? {}))
  const fields = meaningsOf([...new Set(common)])
  if (!fields) return null
  const { text, start, speaker } = fields
  const texts = sample.map((record) => spokenIn(own(record, text!)))
  if (texts.filter((said) => said !== '').length < sample.length * 0.5) return null
  const times = sample.map((record) =>
    timeOf(start === undefined ? timeIn(own(record, text!)) : own(record, start)),
  )
  const isTimed = times.filter((time) => time !== null).length >= sample.length * 0.5
  if (!isTimed && (start !== undefined || speaker === undefined)) return null
  const first = times.find((time) => time !== null) ?? null
  const unit = unitOf(start ?? '', times, texts)
  // Surveys have a row per person, reviews a date.
  if (
    !isTimed &&
    new Set(sample.map((record) => speakerIn(own(record, speaker!), names))).size === sample.length
  )
    return null
  // The start of the last record leaves its text out.
  const chars = texts.slice(0, -1).reduce((sum, said) => sum + said.length, 0)
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
function turnOf(record: Fields, { fields, unit, first, names }: Plan): Turn {
  const { text, start, end, duration, speaker } = fields
  const words = own(record, text!)
  const position = (value: unknown): number | null => positionOf(timeOf(value), unit, first)
  const startMs = position(start === undefined ? timeIn(words) : own(record, start))
  const lasts = duration === undefined ? null : position(own(record, duration))
  const endMs =
    end === undefined
      ? startMs !== null && lasts !== null
        ? startMs + lasts
        : null
      : position(own(record, end))
  return {
    speaker: speakerIn(speaker === undefined ? speakerWithin(words) : own(record, speaker), names),
    text: spokenIn(words),
    startMs,
    endMs,
  }
}

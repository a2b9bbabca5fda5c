import { own } from '#rules/own'
import { type Meaning, means } from './fields.ts'

export type Fields = Record<string, unknown>

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Adds the start and end of a record that are in a field of their own: `timestamps: { from, to }`. */
export function withSpan(record: Fields): Fields {
  const span = Object.values(record).find(
    (value) => isRecord(value) && hasField(value, 'start') && hasField(value, 'end'),
  )
  return isRecord(span) ? { ...span, ...record } : record
}

const hasField = (record: Fields, meaning: Meaning): boolean =>
  Object.keys(record).some((field) => means(field, meaning))

/** Returns the words of a record: text, or the words or elements that it consists of (Rev, AssemblyAI, Deepgram). */
export function spokenIn(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (!Array.isArray(value)) return ''
  // If there are several ways to understand a phrase, the first is the most likely.
  const heard = value.some((one) => isRecord(one) && 'confidence' in one && whole(one) !== null)
    ? value.slice(0, 1)
    : value
  const words = heard.map((word) => (typeof word === 'string' ? word : wordIn(word)))
  // Elements with spaces are written as they are.
  const gap = words.some((word) => /^\s|\s$/.test(word)) ? '' : ' '
  return words.filter(Boolean).join(gap).trim()
}

/** The whole of a phrase, as Azure and Google write it. */
const whole = ({ display, transcript }: Fields): unknown => display ?? transcript ?? null

function wordIn(word: unknown): string {
  if (!isRecord(word)) return ''
  const { punctuated_word: punctuated, value, text, word: plain, content } = word
  const written = whole(word) ?? punctuated ?? value ?? text ?? plain ?? content
  return typeof written === 'string' ? written : ''
}

/** Returns when the first word begins. */
export function timeIn(words: unknown): unknown {
  if (!Array.isArray(words)) return null
  for (const word of words) {
    const start = isRecord(word) && Object.keys(word).find((field) => means(field, 'start'))
    if (start) return own(word as Fields, start)
  }
  return null
}

/** Returns the speaker of the first word, if words have one each. */
export const speakerWithin = (words: unknown): unknown =>
  Array.isArray(words) && isRecord(words[0]) ? (words[0].speaker ?? null) : null

/** Returns the name of a speaker: as written, of the person that a number refers to, or `Speaker 1`. */
export function speakerIn(value: unknown, names: Map<string, string>): string | null {
  if (isRecord(value)) {
    const { nickname, real_name, displayName, display_name, name, login, username, user } = value
    const called = [nickname, real_name, displayName, display_name, name, login, username, user]
    return speakerIn(called.find((one) => typeof one === 'string' && one.trim() !== '') ?? null, names)
  }
  if (typeof value === 'number') return names.get(String(value)) ?? `Speaker ${value}`
  if (typeof value !== 'string' || value.trim() === '') return null
  const written = value.trim()
  const known = names.get(written)
  if (known) return known
  return /^(?:\d{1,3}|[A-Z])$/.test(written) ? `Speaker ${written}` : written
}

import { own } from '#rules/own'
import { persons, plain } from './fields.ts'
import type { RecordReader } from './reader.ts'
import { type Fields, isRecord, speakerIn, spokenIn } from './words.ts'

const texts =
  /^(?:text|message|content|body|msg|nachricht|mensaje|mensagem|messaggio|bericht|메시지|メッセージ|消息|内容)$/
const dates =
  /^(?:date|datetime|dateunixtime|timestamp(?:ms)?|created(?:at)?|sent(?:at)?|time|ts|datum|fecha|data|날짜|日時|日期)$/
const senders =
  /^(?:sendername|nickname|userprofile|displayname|사용자|보낸사람|送信者|absender|remitente|expediteur|mittente)$/
/** What messages have not, but reviews, tickets, emails, articles and logs. */
const foreign =
  /^(?:rating|stars?|score|title|subject|headline|product|price|level|severity|priority|category|sterne|bewertung|titel|titre|titulo|betreff|asunto|assunto|oggetto|objet)$/

/**
 * Returns a reader of records that are messages of a chat: each has a person, a date with a time of day, and a text, and the
 * persons recur.
 */
export function messageReaderOf(sample: Fields[], names: Map<string, string>): RecordReader | null {
  const counts = new Map<string, number>()
  for (const record of sample)
    for (const field of Object.keys(record)) counts.set(field, (counts.get(field) ?? 0) + 1)
  const usual = [...counts.keys()].filter((field) => counts.get(field)! > sample.length / 2)
  if (sample.length < 2 || usual.some((field) => foreign.test(plain(field)))) return null
  const text = usual.find((field) => texts.test(plain(field)))
  const date = usual.find(
    (field) =>
      dates.test(plain(field)) &&
      sample.every((record) => !own(record, field) || dateOf(own(record, field)) !== null),
  )
  const people = [...counts.keys()].filter((field) => isOfPerson(field) && field !== text && field !== date)
  if (text === undefined || date === undefined || !people.some((field) => usual.includes(field))) return null

  const speakerOf = (record: Fields): string | null => {
    const given = people.map((field) => own(record, field))
    // A profile says more than an id.
    const best = [...given.filter(isRecord), ...given].map((value) => speakerIn(value, names))
    return best.find((name) => name !== null) ?? null
  }
  const spoken = sample.map(speakerOf)
  const often = Map.groupBy(spoken, (name) => name)
  if (spoken.filter((name) => name !== null && often.get(name)!.length > 1).length * 2 < sample.length)
    return null
  const turnOf = (record: Fields) => ({
    ...{ speaker: speakerOf(record), text: spokenIn(own(record, text)), label: dateOf(own(record, date)) },
    ...{ startMs: null, endMs: null, isApart: true },
  })
  return { fields: new Set([text, date, ...people]), turnOf }
}

const isOfPerson = (field: string): boolean => persons.test(plain(field)) || senders.test(plain(field))

/** The seconds from 1970 to 2001, below which numbers are positions in a recording. */
const earliest = 1_000_000_000

/** Returns a date with a time of day, as written or in ISO 8601; null if a value is none. */
function dateOf(value: unknown): string | null {
  if (
    typeof value === 'string' &&
    /\d[./年월-].*\d[T\s,]+(?:\p{L}+\s?)?\d{1,2}[:.]\d{2}/u.test(value.slice(0, 60))
  )
    return value.trim()
  const number = typeof value === 'string' && /^\d{10,13}(?:\.\d+)?$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || number < earliest) return null
  const at = new Date(number < earliest * 1_000 ? number * 1_000 : number)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

import { clockMs } from './clock.ts'

/** What a field of a record, or a column of a table, means in a transcript. */
export type Meaning = 'speaker' | 'text' | 'start' | 'end' | 'duration'

/** Names of fields, without spaces, marks and capitals, as transcription programs write them. */
const names: Record<Meaning, RegExp> = {
  speaker:
    /^(?:speaker(?:name|label|tag|id)?|displayname|participant(?:name)?|who|sprecher(?:in|name)?|sprechername|locuteur|intervenante?|hablante|orador|interlocutore?|parlante|falante|spreker|mowca|talare|話者|发言人|說話者|화자)$/,
  text: /^(?:text|transcript(?:ion)?|transkript|sentence|utterance|content|message|caption|dialogue|display|words|elements|body|line|rawtext|spokentext|sentences|texto?|texte|testo|tekst|inhalt|aussage|satz|phrase|frase|発言|内容|텍스트)$/,
  start:
    /^(?:start|starttime|startms|starttimems|startseconds|starts?timestamp|starttimecode|begin|begintime|timestamps?|timecode|time|ts|in|offset|offsetinticks|offsetmilliseconds|startoffset|from|tin|startdatetime|startzeit|beginn|anfang|zeit|zeitstempel|debut|tempsdebut|horodatage|inicio|tiempo|inizio|tempo|aanvang|tijd|開始|开始|시작)$/,
  end: /^(?:end|endtime|endms|endtimems|endseconds|endtimestamp|endtimecode|endts|stop|stoptime|out|to|endoffset|enddatetime|tout|endzeit|ende|fin|tempsfin|final|fine|einde|終了|结束|끝)$/,
  duration: /^(?:duration|durationms|durationinticks|durationmilliseconds|dauer|duree|duracion|durata)$/,
}
/** Names that mean a speaker only next to a time in a recording: reviews have authors, too. */
const persons = /^(?:name|user(?:name)?|author|sender|from|person|role|channel|nom|nombre|nome|naam)$/

export interface Meanings extends Partial<Record<Meaning, string>> {
  /** Whether the field of the speaker may as well be that of an author. */
  isPerson?: boolean
}

/** Returns the fields with a meaning, the most telling of each, or null if they are not those of a transcript. */
export function meaningsOf(fields: string[]): Meanings | null {
  const found: Meanings = {}
  for (const [meaning, pattern] of Object.entries(names)) {
    const matching = fields.filter((field) => pattern.test(plain(field)))
    // `speaker_name` says more than `speaker_id`.
    const best = matching.find((field) => /name|label/.test(plain(field))) ?? matching[0]
    if (best !== undefined) found[meaning as Meaning] = best
  }
  const person = fields.find((field) => persons.test(plain(field)) && !Object.values(found).includes(field))
  if (found.start !== undefined && found.speaker === undefined && person !== undefined) {
    found.speaker = person
    found.isPerson = true
  }
  if (found.text === undefined) return null
  return found.speaker !== undefined || (found.start !== undefined && found.end !== undefined) ? found : null
}

const plain = (field: string): string =>
  field
    .normalize('NFKD')
    .replace(/\p{M}|\([^)]*\)/gu, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** Reads a time as written: a number, `00:01:05.5`, `12.5s`, `PT1M2S`, or a date, which is relative to the first. */
export type Time = { ms: number } | { units: number; isWhole: boolean } | { at: number } | null

export function timeOf(value: unknown): Time {
  if (typeof value === 'number')
    return Number.isFinite(value) && value >= 0 ? { units: value, isWhole: Number.isInteger(value) } : null
  if (typeof value !== 'string') return null
  const written = value.trim()
  if (/^\d+(?:\.\d+)?$/.test(written)) return { units: Number(written), isWhole: !written.includes('.') }
  const clock = clockMs(written)
  if (clock !== null) return { ms: clock }
  const seconds = /^(\d+(?:\.\d+)?)\s?s(?:ec(?:onds?)?)?$/i.exec(written)
  if (seconds) return { ms: Math.round(Number(seconds[1]) * 1_000) }
  const iso = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(written)
  if (iso)
    return {
      ms: Math.round(((Number(iso[1] ?? 0) * 60 + Number(iso[2] ?? 0)) * 60 + Number(iso[3] ?? 0)) * 1_000),
    }
  const at = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(written) ? Date.parse(written) : Number.NaN
  return Number.isNaN(at) ? null : { at }
}

/** Speech has about this many characters in a second. */
const usualRate = 14
const ticks = 10_000_000

/**
 * Returns how many milliseconds a unit of the numbers is: seconds, milliseconds or ticks of 100 ns, by the name of the
 * field or by how long speaking the text takes.
 */
export function unitOf(field: string, times: Time[], chars: number): number {
  if (/ms$|millis/i.test(field)) return 1
  if (/ticks/i.test(field)) return 1_000 / ticks
  const numbers = times.flatMap((time) => (time && 'units' in time ? time : []))
  if (numbers.some(({ isWhole }) => !isWhole)) return 1_000
  const range = Math.max(0, ...numbers.slice(-1).map(({ units }) => units)) - (numbers[0]?.units ?? 0)
  if (range <= 0) return 1_000
  const [best] = [1, 1_000, ticks]
    .map((perSecond) => ({ perSecond, off: Math.abs(Math.log((chars * perSecond) / range / usualRate)) }))
    .sort((one, other) => one.off - other.off)
  return 1_000 / best!.perSecond
}

/** Converts a time to a position in the recording, in milliseconds. */
export function positionOf(time: Time, unit: number, first: Time): number | null {
  if (time === null) return null
  if ('ms' in time) return time.ms
  if ('units' in time) return Math.round(time.units * unit)
  return first && 'at' in first ? Math.max(0, time.at - first.at) : 0
}

/** What a field of a record, or a column of a table, means in a transcript. */
export type Meaning = 'speaker' | 'text' | 'start' | 'end' | 'duration'

/** Names of fields, without spaces, marks and capitals, as transcription programs write them. */
const names: Record<Meaning, RegExp> = {
  speaker:
    /^(?:speaker(?:name|label|tag|id)?|tier|displayname|participant(?:name)?|who|sprecher(?:in|name)?|sprechername|locuteur|intervenante?|hablante|orador|interlocutore?|parlante|falante|spreker|mowca|talare|話者|发言人|說話者|화자)$/,
  text: /^(?:text|transcri(?:pt(?:ion)?|pcion|cao|zione|ptie)|transkript(?:ion)?|annotation|nbest|alternatives|word|punctuatedword|sentence|utterance|content|message|caption|dialogue|display|words|elements|body|line|rawtext|spokentext|sentences|texto?|texte|testo|tekst|inhalt|aussage|satz|phrase|frase|発言|内容|텍스트)$/,
  start:
    /^(?:(?:data)?start|starttime|startms|starttimems|startseconds|starts?timestamp|starttimecode|begin|begintime|timestamps?|timecode|timespan|timerange|zeitspanne|time|ts|in|offset|offsetinticks|offsetmilliseconds|startoffset|from|tin|startdatetime|startzeit|beginn|anfang|zeit|zeitstempel|debut|tempsdebut|horodatage|inicio|tiempo|marca(?:de)?tiempo|codigodetiempo|inizio|tempo|aanvang|tijd|開始|开始|시작)$/,
  end: /^(?:end|endtime|endms|endtimems|endseconds|endtimestamp|endtimecode|endts|stop|stoptime|out|to|endoffset|enddatetime|tout|endzeit|ende|fin|tempsfin|final|fine|einde|終了|结束|끝)$/,
  duration: /^(?:duration|durationms|durationinticks|durationmilliseconds|dauer|duree|duracion|durata)$/,
}
/** Names that mean a speaker only next to a time in a recording: reviews have authors, too. */
export const persons = /^(?:name|user(?:name)?|author|sender|from|person|role|channel|nom|nombre|nome|naam)$/

/** Returns whether a field has this meaning. */
export const means = (field: string, meaning: Meaning): boolean => names[meaning].test(plain(field))

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
    const best = matching.find((field) => /name|label|punctuated/.test(plain(field))) ?? matching[0]
    if (best !== undefined) found[meaning as Meaning] = best
  }
  const person = fields.find((field) => persons.test(plain(field)) && !Object.values(found).includes(field))
  if (found.start !== undefined && found.speaker === undefined && person !== undefined) {
    found.speaker = person
    found.isPerson = true
  }
  if (found.text === undefined) return null
  // Words without a speaker are those of a sentence.
  const isWord = /word$/.test(plain(found.text))
  const isTimed = found.start !== undefined && found.end !== undefined && !isWord
  return found.speaker !== undefined || isTimed ? found : null
}

/** Returns the name of a field without marks, spaces and units: `Begin Time - hh:mm:ss.ms`, `Start (s)`. */
export const plain = (field: string): string =>
  field
    .normalize('NFKD')
    .replace(/\p{M}|\([^)]*\)| - .*$/gu, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

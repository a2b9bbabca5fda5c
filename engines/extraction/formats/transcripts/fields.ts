/** What a field of a record, or a column of a table, means in a transcript. */
export type Meaning = 'speaker' | 'text' | 'start' | 'end' | 'duration'

/** How programs write that a field is a time. */
const time =
  '(?:time(?:stamp|code)?s?|zeit(?:marke|stempel|code)?|tijd|tid|temps|tiempo|tempo|hora|heure|ora|offset|ms|millis(?:econds)?|secs?|seconds|ticks)'
/** `start`, `start_time`, `tempsDebut`, `BeginTimeMs` */
const at = (words: string, alone = ''): RegExp => new RegExp(`^(?:${time}*(?:${words})${time}*${alone})$`)

/** Names of fields, without spaces, marks and capitals, as transcription programs write them. */
const names: Record<Meaning, RegExp> = {
  speaker:
    /^(?:speaker(?:name|label|tag|id|info)?|tier|displayname|participant(?:name)?|who|sprecher(?:in|name)?|sprechername|locuteur|intervenante?|hablante|orador|interlocutore?|parlante|falante|spreker|mowca|talare|話者|发言人|說話者|화자)$/,
  text: /^(?:text|transcri(?:pt(?:ion)?|pcion|cao|zione|ptie)|transkript(?:ion)?|annotation|nbest|alternatives|word|punctuatedword|sentence|utterance|content|message|caption|dialogue|display|words|elements|body|line|rawtext|spokentext|sentences|texto?|texte|testo|tekst|inhalt|aussage|satz|phrase|frase|発言|内容|텍스트)$/,
  start: at(
    '(?:data)?starts?|begins?|beginn|in|tin|from|anfangs?|debut|inicio|inizio|aanvang|startdate|開始|开始|시작',
    `|${time}+(?:span|range)?|ts|horodatage|zeitspanne|marca(?:de)?tiempo|codigodetiempo`,
  ),
  end: at('(?:data)?ends?|endts|stop|out|tout|to|ende|eind|einde|fin|final|fine|enddate|終了|结束|끝'),
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
  for (const meaning of Object.keys(names) as Meaning[]) {
    const matching = fields.filter((field) => means(field, meaning))
    // `speaker_name` says more than `speaker_id`.
    const best = matching.find((field) => /name|label|info|punctuated/.test(plain(field))) ?? matching[0]
    if (best !== undefined) found[meaning] = best
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

const longestField = 80

/** Returns the name of a field without marks, spaces and units: `Begin Time - hh:mm:ss.ms`, `Start (s)`. */
export const plain = (field: string): string =>
  field
    .slice(0, longestField)
    .normalize('NFKD')
    .replace(/\p{M}|\([^)]*\)| - .*$/gu, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

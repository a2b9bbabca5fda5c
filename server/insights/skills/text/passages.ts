import type { SourceText } from '../sources.ts'
import { type Span, sentencesIn } from './sentences.ts'
import { languageByStopWords } from './stop-words.ts'
import { wordsOf } from './words.ts'

export interface Sentence extends Span {
  text: string
  /** Of all sentences of the source, from 0. */
  number: number
  speaker: string | null
  /** The heading under which it stands. */
  heading: string | null
}

/** What tells the language of a text that nobody has recognised. */
const sampleChars = 2000

export const languageOf = ({ language, text }: Pick<SourceText, 'language' | 'text'>): string | null =>
  language ?? languageByStopWords(wordsOf(text.slice(0, sampleChars)).map((word) => word.text))

/** The sentences of a source, without its headings. */
export function* sentencesOf(source: SourceText, language: string | null): Generator<Sentence> {
  const { text, segments } = source
  let heading: string | null = null
  let number = 0
  for (const { start, end, kind, speaker } of segments) {
    if (kind === 'heading') {
      heading = text.slice(start, end).trim() || null
      continue
    }
    for (const span of sentencesIn(text, { start, end }, language)) {
      yield { ...span, text: text.slice(span.start, span.end), number: number++, speaker, heading }
    }
  }
}

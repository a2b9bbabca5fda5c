import { type Span, sentencesOfSegment } from '#engines/language'
import { languageByStopWords, wordsIn } from '#engines/language/lexicon'
import { fieldsIn } from '#rules/row-fields'
import type { SourceText } from './source-text.ts'

export interface Sentence extends Span {
  text: string
  /** The sentences of a source are numbered from 0. */
  number: number
  speaker: string | null
  /** Whether it was said, in a turn of a transcript. */
  isSpeech: boolean
}

const sampleChars = 2000

export const languageOf = ({ language, text }: Pick<SourceText, 'language' | 'text'>): string | null =>
  language ?? languageByStopWords(wordsIn(text.slice(0, sampleChars)).map((word) => word.text))

/** Finds the sentences of a source, except its headings and, in tables, its categories. */
export function* sentencesOf(source: SourceText, language: string | null): Generator<Sentence> {
  const { text, segments } = source
  const categories = categoriesIn(source)
  let number = 0
  for (const segment of segments) {
    const { kind, speaker } = segment
    if (kind === 'heading') continue
    for (const span of sentencesOfSegment(text, segment, language)) {
      if (categories.has(span.start)) continue
      const isSpeech = kind === 'turn'
      yield { ...span, text: text.slice(span.start, span.end), number: number++, speaker, isSpeech }
    }
  }
}

interface Column {
  /** Where each of its values begins. */
  starts: number[]
  distinct: Set<string>
}

/** The values of a column of categories occur this often, on average. */
const repeated = 3

/** Returns where the values of categories begin, such as departments: columns of a table whose values mostly repeat. */
function categoriesIn({ text, segments }: SourceText): Set<number> {
  const columns = new Map<string, Column>()
  for (const segment of segments) {
    if (segment.kind !== 'row') continue
    for (const { start, nameEnd, value, end } of fieldsIn(text, segment.start, segment.end)) {
      const name = text.slice(start, nameEnd)
      const column = columns.get(name) ?? { starts: [], distinct: new Set() }
      columns.set(name, column)
      column.starts.push(value)
      column.distinct.add(text.slice(value, end))
    }
  }
  const categories = [...columns.values()].filter(
    ({ starts, distinct }) => starts.length >= repeated * distinct.size,
  )
  return new Set(categories.flatMap(({ starts }) => starts))
}

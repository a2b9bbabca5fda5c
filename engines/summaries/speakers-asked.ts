import { languageByStopWords, lexiconOf, namesOf, type Word, wordsIn } from '#engines/language/lexicon'
import { topicAt } from '#engines/retrieval'
import type { SourceText } from './source-text.ts'

/** Finds the speakers that a question names: “What does Mira dislike?” */
export interface SpeakersAsked {
  /** Returns the segments of a source that these speakers said or, without speakers, its author wrote. */
  segmentsOf(source: Pick<SourceText, 'segments' | 'author'>): SourceText['segments']
  /** Returns the question without the names found so far; null if nothing but grammar is left. */
  rest(): string | null
}

/** A name after “about” is what the question is about. So is a common word in lower case: “Is the support good?” */
export function createSpeakersAsked(question: string): SpeakersAsked {
  const words = wordsIn(question)
  const language = languageByStopWords(words.map(({ text }) => text))
  const lexicon = lexiconOf(language)
  const topic = topicAt(words, language)
  const isName = ({ text, isCapital }: Word, n: number) =>
    !lexicon.isStopWord(text) &&
    (topic < 0 || n < topic) &&
    ((isCapital && n > 0 && language !== 'de') || lexicon.specificity(lexicon.stem(text)) === 1)
  const candidates = new Set(
    words.flatMap((word, n) => (isName(word, n) ? word.text.replace(/['’]s?$/, '') : [])),
  )
  const known = new Map<string, Set<string>>()

  /** Returns the words of the question that name someone. */
  function namedBy(person: string): Set<string> {
    const named = known.get(person) ?? new Set(namesOf(person).filter((name) => candidates.has(name)))
    known.set(person, named)
    return named
  }

  /** Whether nobody else has these words of the question and more: “Mira Lind” is not Otto Lind. */
  function isNamed(person: string): boolean {
    const named = namedBy(person)
    return (
      named.size > 0 &&
      ![...known.values()].some((other) => other.size > named.size && named.isSubsetOf(other))
    )
  }

  return {
    segmentsOf({ segments, author }) {
      if (candidates.size === 0) return []
      const personOf = ({ speaker }: SourceText['segments'][number]) => speaker ?? author ?? null
      const people = new Set(segments.map(personOf))
      for (const person of people) if (person !== null) namedBy(person)
      const asked = new Set([...people].filter((person) => person !== null && isNamed(person)))
      return segments.filter((segment) => asked.has(personOf(segment)))
    },
    rest() {
      const names = new Set([...known.values()].flatMap((named) => [...named]))
      const others = words.filter(({ text }) => !names.has(text.replace(/['’]s?$/, '')))
      if (others.every(({ text }) => lexicon.isStopWord(text))) return null
      return others.map(({ start, end }) => question.slice(start, end)).join(' ')
    },
  }
}

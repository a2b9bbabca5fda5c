import type { Span } from '#engines/language'
import { lexiconOf, namesOf, stemsOf, wordsIn } from '#engines/language/lexicon'
import type { Match, Relevance } from '#engines/retrieval'
import { languageOf, sentencesOf } from './passages.ts'
import type { SourceText } from './source-text.ts'
import { thoughtIn } from './thoughts.ts'

/** A part of a sentence that may be quoted. */
export interface Candidate {
  source: { id: string; title: string; reading: string }
  quotation: Span & { text: string }
  speaker: string | null
  language: string | null
  /** The stems of its words, without those of the question, which all answers share. */
  stems: Set<string>
  /** How well it reads on its own, and how likely its place is important, apart from its words. */
  weight: number
  /** Of the question, if there is one; and of the sentence before it, which it may answer. */
  match: Match | null
  before: Match | null
}

/** Of a sentence in which someone says their own name. */
const introduction = 0.1

/** Reads the sentences of a source. Counts all of them, and returns those that can be quoted. */
export function candidatesOf(
  source: SourceText,
  relevance: Relevance | null,
  count: (stems: Set<string>) => void,
): Candidate[] {
  // Leaves out the text, which would stay in memory.
  const { id, title, reading } = source
  const language = languageOf(source)
  const lexicon = lexiconOf(language)
  const isAsked = (word: string) => relevance?.asks(lexicon.stem(word), lexicon) === true
  const found: Candidate[] = []
  let before: Match | null = null
  for (const sentence of sentencesOf(source, language)) {
    const all = wordsIn(sentence.text)
    const thought = thoughtIn(sentence.text, all, language, sentence.isSpeech, isAsked)
    const words = thought?.words ?? all
    const stems = stemsOf(words, lexicon)
    const match = relevance?.count(words, lexicon) ?? null
    if (stems.size > 0) count(stems)
    // What someone asks is no answer.
    const isAnswer = match !== null && !(sentence.isSpeech && thought?.isQuestion)
    if (thought && stems.size > 0 && (!relevance || isAnswer)) {
      const start = sentence.start + thought.start
      // The beginning of a text often says what follows.
      const position = 1 + 0.3 / (1 + sentence.number / 3)
      const names = namesOf(sentence.speaker)
      const isIntroduction = words.some(({ text, isCapital }) => isCapital && names.includes(text))
      found.push({
        source: { id, title, reading },
        quotation: { start, end: start + thought.text.length, text: thought.text },
        speaker: sentence.speaker,
        language,
        stems: new Set([...stems].filter((stem) => !relevance?.asks(stem, lexicon))),
        weight: thought.fitness * position * (isIntroduction ? introduction : 1),
        match,
        before,
      })
    }
    before = match
  }
  return found
}

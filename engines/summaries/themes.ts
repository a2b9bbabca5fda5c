import { isTitle, lexiconOf, namesOf, type Word, wordsIn } from '#engines/language/lexicon'
import { relevanceTo } from '#engines/retrieval'
import type { SkillInput } from '#rules/run'
import { type Analysis, NothingToSay } from './analysis.ts'
import { bySpeaker } from './by-speaker.ts'
import { chooseThemes, type Place, type Theme } from './choose-themes.ts'
import { languageOf, type Sentence, sentencesOf } from './passages.ts'
import { type Phrase, phrasesIn } from './phrases.ts'
import type { SourceText } from './source-text.ts'
import { writeThemes } from './themes-draft.ts'
import { thoughtIn } from './thoughts.ts'
import { speakerAndTitle, toQuote } from './wording.ts'

/** Above this, phrases seen only once are dropped. */
const phrasesKept = 150_000
const kept = { forms: 6, places: 6, placesOfOneSource: 2 }
const themesUsually = 10

/** Finds recurring keyphrases, and counts their mentions and sources. */
export const createThemes = bySpeaker(themesOf)

function themesOf(input: SkillInput, expected: number, question: string | null): Analysis {
  const relevance = question === null ? null : relevanceTo(question)
  const themes = new Map<string, Theme>()
  let isExact = true
  let sentences = 0
  let words = 0

  return {
    read(source) {
      const language = languageOf(source)
      const inSource = new Map<Theme, number>()
      const names = namesIn(source)
      // Names of speakers and titles of persons are no themes.
      const isName = (word: string) => isTitle(word) || names.has(word)
      for (const sentence of sentencesOf(source, language))
        readSentence(source, sentence, language, isName, inSource)
      for (const theme of inSource.keys()) theme.sources++
      if (themes.size <= phrasesKept) return
      isExact = false
      for (const [key, { mentions }] of themes) if (mentions === 1) themes.delete(key)
    },
    finish(coverage) {
      const asked = relevance !== null
      const found = { themes: [...themes.values()], sentences, words, sources: coverage.read, asked }
      const chosen = chooseThemes(found, input.sentences ?? themesUsually)
      if (chosen.length === 0) throw new NothingToSay('Nothing is mentioned more than once.')
      return writeThemes(input, chosen, { ...coverage, isExact })
    },
  }

  function readSentence(
    source: SourceText,
    sentence: Sentence,
    language: string | null,
    isName: (word: string) => boolean,
    inSource: Map<Theme, number>,
  ): void {
    const lexicon = lexiconOf(language)
    const found = wordsIn(sentence.text)
    sentences++
    words += found.length
    const match = relevance?.count(found, lexicon)
    const asked = relevance && match ? relevance.share(match) : 0
    let place: Place | null | undefined
    for (const phrase of phrasesIn(sentence.text, found, lexicon, isName)) {
      const theme = themes.get(phrase.key) ?? begin(phrase, language)
      theme.mentions++
      theme.relevance += asked
      if (phrase.isNoun) {
        theme.nouns++
        const times = theme.forms.get(phrase.text)
        if (times || theme.forms.size < kept.forms) theme.forms.set(phrase.text, (times ?? 0) + 1)
      }
      const placesHere = inSource.get(theme) ?? 0
      inSource.set(theme, placesHere)
      if (placesHere >= (expected === 1 ? kept.places : kept.placesOfOneSource)) continue
      if (place === undefined) place = toPlace(source, sentence, found, language, asked)
      if (!place?.quote.quote.includes(phrase.text) || theme.places.at(-1) === place) continue
      if (keep(theme.places, place)) inSource.set(theme, placesHere + 1)
    }
  }

  function begin({ key, words, share }: Phrase, language: string | null): Theme {
    const none = { mentions: 0, sources: 0, relevance: 0, nouns: 0 }
    const theme: Theme = { key, words, share, ...none, forms: new Map(), language, places: [] }
    themes.set(key, theme)
    return theme
  }
}

/** Adds a place, or replaces one that reads worse. */
function keep(places: Place[], place: Place): boolean {
  if (places.length < kept.places) return places.push(place) > 0
  const worst = places.reduce((a, b) => (b.fitness < a.fitness ? b : a))
  if (worst.fitness >= place.fitness) return false
  places.splice(places.indexOf(worst), 1)
  return places.push(place) > 0
}

const namesIn = ({ segments }: SourceText): Set<string> =>
  new Set([...new Set(segments.map(({ speaker }) => speaker))].flatMap(namesOf))

/** Prefers sentences that read well, and what is relevant to the question. */
function toPlace(
  source: SourceText,
  sentence: Sentence,
  words: Word[],
  language: string | null,
  asked: number,
): Place | null {
  const thought = thoughtIn(sentence.text, words, language, sentence.isSpeech)
  if (!thought) return null
  const start = sentence.start + thought.start
  return {
    quote: toQuote({ source, quotation: { start, end: start + thought.text.length, text: thought.text } }),
    by: speakerAndTitle(sentence.speaker, source.title),
    fitness: thought.fitness * (1 + 2 * asked),
  }
}

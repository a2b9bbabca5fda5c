import type { SkillInput } from '#contract'
import type { SourceText } from '../sources.ts'
import { languageOf, type Sentence, sentencesOf } from '../text/passages.ts'
import { lexiconOf, wordsOf } from '../text/words.ts'
import { aboutOf } from './about.ts'
import { type Analysis, NothingToSay } from './analysis.ts'
import { chooseThemes, type Place, type Theme } from './choose-themes.ts'
import { type Phrase, phrasesIn } from './phrases.ts'
import { writeThemes } from './themes-draft.ts'
import { speakerAndTitle, toQuote } from './wording.ts'

/** Above this, phrases seen only once are dropped. */
const phrasesKept = 150_000
const kept = { forms: 6, places: 6, placesOfOneSource: 2 }
const themesUsually = 10

/** Finds recurring keyphrases, and counts their mentions and sources. */
export function createThemes(input: SkillInput, expected: number): Analysis {
  const about = aboutOf(input.question)
  const themes = new Map<string, Theme>()
  let isExact = true
  let sentences = 0

  return {
    read(source) {
      const language = languageOf(source)
      const inSource = new Map<Theme, number>()
      for (const sentence of sentencesOf(source, language)) readSentence(source, sentence, language, inSource)
      for (const theme of inSource.keys()) theme.sources++
      if (themes.size <= phrasesKept) return
      isExact = false
      for (const [key, { mentions }] of themes) if (mentions === 1) themes.delete(key)
    },
    finish(coverage) {
      const found = { themes: [...themes.values()], sentences, sources: coverage.read, asked: about !== null }
      const chosen = chooseThemes(found, input.sentences ?? themesUsually)
      if (chosen.length === 0) throw new NothingToSay('Nothing is mentioned more than once.')
      return writeThemes(input, chosen, { ...coverage, isExact })
    },
  }

  function readSentence(
    source: SourceText,
    sentence: Sentence,
    language: string | null,
    inSource: Map<Theme, number>,
  ): void {
    sentences++
    const lexicon = lexiconOf(language)
    const words = wordsOf(sentence.text)
    const relevance = about?.relevance(words, lexicon) ?? 0
    let place: Place | undefined
    for (const phrase of phrasesIn(sentence.text, words, lexicon)) {
      const theme = themes.get(phrase.key) ?? begin(phrase, language)
      theme.mentions++
      theme.relevance += relevance
      if (phrase.isCapital) theme.capitals++
      const times = theme.forms.get(phrase.text)
      if (times || theme.forms.size < kept.forms) theme.forms.set(phrase.text, (times ?? 0) + 1)
      const placesHere = inSource.get(theme) ?? 0
      inSource.set(theme, placesHere)
      if (
        theme.places.length >= kept.places ||
        placesHere >= (expected === 1 ? kept.places : kept.placesOfOneSource)
      )
        continue
      place ??= toPlace(source, sentence, words.length, relevance)
      if (theme.places.at(-1) === place) continue
      theme.places.push(place)
      inSource.set(theme, placesHere + 1)
    }
  }

  function begin({ key, words }: Phrase, language: string | null): Theme {
    const none = { mentions: 0, sources: 0, relevance: 0, capitals: 0 }
    const theme: Theme = { key, words, ...none, forms: new Map(), language, places: [] }
    themes.set(key, theme)
    return theme
  }
}

/** Prefers sentences of usual length, statements, and what is relevant to the question. */
function toPlace(source: SourceText, sentence: Sentence, words: number, relevance: number): Place {
  const length = words >= 6 && words <= 35 ? 1 : 0.5
  const isQuestion = /[?？؟]$/.test(sentence.text) ? 0.6 : 1
  return {
    quote: toQuote({ source, quotation: sentence }),
    by: speakerAndTitle(sentence.speaker, source.title),
    fitness: length * isQuestion * (1 + 2 * relevance),
  }
}

import { shareOfRank, stopWords } from '#engines/language/lexicon'
import type { Quote } from './draft.ts'

/** A phrase in all of its forms, in all sources. */
export interface Theme {
  /** The stems of its words. */
  key: string
  words: number
  mentions: number
  sources: number
  /** The sum of its sentences' shares of the question. */
  relevance: number
  /** Its spellings as a noun, with their frequency. */
  forms: Map<string, number>
  /** How often it is used as a noun. */
  nouns: number
  /** Its estimated share of general texts. */
  share: number
  language: string | null
  /** Some of its sentences. */
  places: Place[]
}

/** A sentence, shared by the phrases in it. */
export interface Place {
  quote: Quote
  by: string
  /** How well it reads on its own. */
  fitness: number
}

export interface FoundThemes {
  themes: Theme[]
  sentences: number
  words: number
  sources: number
  asked: boolean
}

/** How many of the best themes are compared with each other. */
const compared = 400
/** A phrase is redundant if this share of its mentions is within a longer one, and vice versa. */
const mostly = 0.6
/** Dunning's log-likelihood from which a difference from general texts is hardly chance (p < 0.001). */
const leastLikelihood = 10.83
/** A single word this frequent in general texts says little about any: “people”, “look”. */
const mostShare = shareOfRank(200)
/** A word that is a noun less often is hardly a topic. */
const nounShare = 0.2
/** In a language without stop words, a word in this share of sentences is grammar. */
const fewSentences = 40
const grammar = { share: 0.15, ofSentences: 30 }

/** Returns the phrases that recur most widely; of phrases that contain each other, the more specific. */
export function chooseThemes(found: FoundThemes, atMost: number): Theme[] {
  const recurring = found.themes.filter(
    (theme) => theme.places.length > 0 && recurs(theme, found) && !isGrammar(theme, found),
  )
  const ranked = recurring
    .map((theme) => ({ theme, score: scoreOf(theme, found) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.theme.key < b.theme.key ? -1 : 1))
    .slice(0, compared)
  const chosen: Theme[] = []
  for (const { theme } of ranked) {
    if (chosen.length >= atMost) break
    if (!chosen.some((other) => saysTheSame(theme, other))) chosen.push(theme)
  }
  return chosen
}

/** A phrase that recurs is hardly chance; a single word must recur more often, and in other sources. */
function recurs({ mentions, sources, words }: Theme, found: FoundThemes): boolean {
  const least = words > 1 || found.sentences < fewSentences ? 2 : 3
  return mentions >= least && (sources > 1 || found.sources < 3)
}

/**
 * Scores how much a phrase distinguishes the material: the logarithm of how much more frequent it is than in general texts
 * (as keyness in corpus linguistics, Hardie 2014), times that of its frequency. Phrases in more sources score higher, and so
 * do longer ones, which are rarer and more specific (as in C-value, Frantzi et al. 2000).
 */
function scoreOf({ mentions, sources, words, nouns, share, relevance }: Theme, found: FoundThemes): number {
  const difference = Math.log(mentions / found.words / share)
  if (2 * mentions * difference < leastLikelihood || (words === 1 && share > mostShare)) return 0
  const spread = found.sources > 1 ? sources ** 0.8 : 1
  const length = [0, 1, 1.8, 2.1][words] ?? 2.1
  const noun = nouns >= nounShare * mentions ? 1 : nouns > 0 ? 0.3 : 0
  const asked = found.asked ? relevance / mentions : 1
  return spread * Math.log2(1 + mentions) * difference * length * noun * asked
}

function isGrammar({ mentions, words, language }: Theme, { sentences }: FoundThemes): boolean {
  if (language !== null && stopWords.has(language)) return false
  return words === 1 && sentences >= grammar.ofSentences && mentions > grammar.share * sentences
}

function saysTheSame(theme: Theme, other: Theme): boolean {
  const [inner, outer] = theme.words < other.words ? [theme, other] : [other, theme]
  const words = new Set(outer.key.split(' '))
  if (!inner.key.split(' ').every((word) => words.has(word))) return false
  // The longer phrase is new after the shorter one only if it is much rarer.
  return inner === other || outer.mentions >= mostly * inner.mentions
}

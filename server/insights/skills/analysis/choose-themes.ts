import { stopWords } from '../text/stop-words.ts'
import type { Theme } from './themes.ts'

export interface FoundThemes {
  themes: Theme[]
  sentences: number
  sources: number
  asked: boolean
}

/** So many of the best are compared with each other. */
const compared = 400
/** A phrase most of whose mentions are within a longer one that was chosen says nothing new, and the other way round. */
const mostly = 0.6
/** Where nothing is known of a language, what so many of its sentences have is grammar. */
const fewSentences = 15
const grammar = { share: 0.15, ofSentences: 30 }

/** The phrases that recur most widely, the widest first; of those that contain each other, the more telling. */
export function chooseThemes(found: FoundThemes, atMost: number): Theme[] {
  const recurring = found.themes.filter((theme) => recurs(theme, found) && !isGrammar(theme, found))
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

/** Two longer phrases that are the same are hardly chance; single words have to come back more often, and elsewhere. */
function recurs({ mentions, sources, words }: Theme, found: FoundThemes): boolean {
  if (words > 1 || found.sentences < fewSentences) return mentions > 1
  return mentions > 2 && (sources > 1 || found.sources < 3)
}

/** What more sources mention weighs more; longer phrases are rarer, and tell more, than their words (as C-value has it). */
function scoreOf(
  { mentions, sources, words, capitals, language, relevance }: Theme,
  found: FoundThemes,
): number {
  const spread = found.sources > 1 ? sources ** 0.8 : 1
  const length = [0, 1, 2.2, 2.8][words] ?? 3
  // Of German words, the nouns are what something is about.
  const noun = language !== 'de' || capitals >= mentions / 2 ? 1 : capitals > 0 || words > 1 ? 0.25 : 0
  const asked = found.asked ? relevance / mentions : 1
  return spread * Math.log2(1 + mentions) * length * noun * asked
}

function isGrammar({ mentions, words, language }: Theme, { sentences }: FoundThemes): boolean {
  if (language !== null && stopWords[language]) return false
  return words === 1 && sentences >= grammar.ofSentences && mentions > grammar.share * sentences
}

function saysTheSame(theme: Theme, other: Theme): boolean {
  const [inner, outer] = theme.words < other.words ? [theme, other] : [other, theme]
  if (!` ${outer.key} `.includes(` ${inner.key} `)) return false
  // The longer one comes after the shorter one only where it is much rarer.
  return inner === other || outer.mentions >= mostly * inner.mentions
}

import vader from 'vader-sentiment'

const { SentimentIntensityAnalyzer: analyzer } = vader
const wordsKept = 100_000
const known = new Map<string, boolean>()

/** Returns VADER's `compound`, from -1 to 1. Skips the slow library for sentences without a word in its lexicon. */
export const compoundOf = (sentence: string): number =>
  sentence.split(/\s/).some(isInLexicon) ? analyzer.polarity_scores(sentence).compound : 0

function isInLexicon(token: string): boolean {
  let found = known.get(token)
  if (found === undefined) {
    if (known.size >= wordsKept) known.clear()
    found = [token, token.replace(/^[!-/:-@[-`{-~]+|[!-/:-@[-`{-~]+$/g, '')].some(hasValence)
    known.set(token, found)
  }
  return found
}

const hasValence = (word: string): boolean =>
  analyzer.sentiment_valence(0, { words_and_emoticons: [word], is_cap_diff: false }, word, 0, [])[0] !== 0

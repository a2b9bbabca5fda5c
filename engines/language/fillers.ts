import { isLikeVerb } from './like.ts'
import { isAmong, type Spoken, spokenWords } from './spoken.ts'

/** Hesitations, and answers that neither praise nor blame. */
const saysNothing = isAmong('sayingNothing')
/** Words that may open a turn or a clause, and would otherwise be praise or blame. */
const isOpener = isAmong('turnOpeners')
const phrases = ['you know', 'i mean']
const isBeginning = isAmong('clauseBeginnings')
const isBeing = isAmong('beingBeforeFillers')

/**
 * Removes from a spoken sentence what only fills a pause or opens a turn: `um`; `well`, `okay` or `you know` between pauses;
 * and `like` unless it is a verb.
 */
export function withoutFillers(sentence: string): string {
  const words = spokenWords(sentence)
  const kept: Spoken[] = []
  let isFirst = true
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const length = fillerAt(words, at, { isFirst, previous: kept.at(-1) })
    if (length > 0) {
      at += length - 1
      isFirst ||= words[at]!.isBeforePause
    } else {
      kept.push(word)
      isFirst = word.isBeforePause
    }
  }
  return kept.map(({ token }) => token).join(' ')
}

/** Returns the number of words of the filler at a place, or 0. A clause begins if the word is the first. */
function fillerAt(
  words: Spoken[],
  at: number,
  { isFirst, previous }: { isFirst: boolean; previous: Spoken | undefined },
): number {
  const word = words[at]!
  const next = words[at + 1]
  if (saysNothing(word)) return 1
  if (word.word === 'like') return isLikeVerb(words, at) ? 0 : 1
  if (word.word === 'well' && previous?.word === 'as') return 1
  if (word.word === 'pretty') return isDegree(word, next, previous) ? 1 : 0
  if (!isFirst) return 0
  if (next?.isBeforePause && phrases.includes(`${word.word} ${next.word}`)) return 2
  // In “It was, like, okay”, the word is no filler.
  if (!isOpener(word) || isBeing(previous)) return 0
  return word.isBeforePause || isOpener(next) || saysNothing(next) || isBeginning(withoutEnding(next)) ? 1 : 0
}

/** Whether `pretty` means `rather`. */
const isDegree = (pretty: Spoken, next: Spoken | undefined, previous: Spoken | undefined): boolean =>
  !pretty.isBeforePause && !isLinking(next) && !isArticle(previous)
const isArticle = isAmong('articles')
const isLinking = isAmong('linking')

/** `it's` begins a clause as `it` does. */
const withoutEnding = (word: Spoken | undefined): Spoken | undefined =>
  word && { ...word, word: word.word.replace(/'.*/, '') }

import { isLikeVerb } from './like.ts'
import { isAmong, type Spoken, spokenWords } from './spoken.ts'

const isHesitation = isAmong('ah eh er erm hm hmm mhm mm mmm uh um honestly')
/** Words that open a turn or a clause, and would otherwise be praise or blame. */
const isOpener = isAmong('alright no ok okay right sure well yeah yep yes yup')
const isPronounOrSo = isAmong(
  `a although an and because but he here how i if it let my our she so that the then there these they this those to we what when
  where which who why you your`,
)
const phrases = ['you know', 'i mean']

/**
 * Removes from a spoken sentence what only fills a pause or opens a turn: `um`; `well`, `okay` or `you know` between pauses;
 * and `like` unless it is a verb.
 */
export function withoutFillers(sentence: string): string {
  const words = spokenWords(sentence)
  const kept: Spoken[] = []
  /** Whether a clause begins, after the fillers before it. */
  let isFirst = true
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const length = fillerAt(words, at, isFirst)
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

/** Returns the number of words of the filler at a place, or 0. */
function fillerAt(words: Spoken[], at: number, isFirst: boolean): number {
  const word = words[at]!
  const next = words[at + 1]
  if (isHesitation(word)) return 1
  if (word.word === 'like') return isLikeVerb(words, at) ? 0 : 1
  if (!isFirst) return 0
  if (isOpener(word) && (word.isBeforePause || isOpener(next) || isBeginning(next))) return 1
  return next?.isBeforePause && phrases.includes(`${word.word} ${next.word}`) ? 2 : 0
}

/** Whether a clause begins with it. `it's` counts as `it`. */
const isBeginning = (next: Spoken | undefined): boolean =>
  next !== undefined && isPronounOrSo({ ...next, word: next.word.replace(/'.*/, '') })

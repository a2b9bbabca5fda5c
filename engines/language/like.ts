import { isAmong, type Spoken } from './spoken.ts'

const isPronoun = isAmong('likingPronouns')
const isGroup = isAmong('likingGroups')
/** After these, `like` is a verb: one asks, denies or wishes. */
const isAsking = isAmong('asking')
/** After these, it is a verb if an object follows. Otherwise it delays another verb, as in `to like press it`. */
const isModal = isAmong('modals')
const isObjectStart = isAmong('objectStarts')
/** Returns whether a word can be between a subject and its verb. */
const isAdverb = isAmong('adverbs')
const isBeing = isAmong('being')
/** What follows a filler, but no verb: another verb, or an adverb of one. */
const isVerbOrAdverb = isAmong('verbsOrAdverbs')
const isNumber = isAmong('numbers')
const isCompared = isAmong('compared')

/**
 * Whether `like` is a verb, as in `people really like it`, and neither fills a pause nor compares, as in `it was, like,
 * loud`, `it looks like rain` or `like five`.
 */
export function isLikeVerb(words: Spoken[], at: number): boolean {
  const subject = subjectBefore(words, at)
  const before = words[subject]
  const after = words[at]!.isBeforePause ? undefined : words[at + 1]
  if (!before || before.isBeforePause || isVerbOrAdverb(after)) return false
  if (isQuantity(after, words[at + 2]) && isMeasured(before)) return false
  if (isModal(before)) return !after || isObjectStart(after)
  if (isAsking(before)) return true
  const first = words[subject - 1]
  // In “What are they like?”, it is no verb.
  if (isBeing(first) && !first!.isBeforePause) return false
  if (isGroup(before)) return !(isCompared(after) && after!.isBeforePause)
  return isPronoun(before) || (isObject(before) && first?.word === 'of')
}

/** Skips what stands between a subject and its verb. */
function subjectBefore(words: Spoken[], at: number): number {
  let subject = at - 1
  while (words[subject] && !words[subject]!.isBeforePause) {
    if (isAdverb(words[subject])) subject--
    else if (words[subject]!.word === 'of' && isKind(words[subject - 1])) subject -= 2
    else break
  }
  return subject
}

const isKind = isAmong('kinds')
/** As in `most of us like it`. */
const isObject = isAmong('objects')

/** Words after which an amount may follow, as in `we did like five`. */
const isMeasured = isAmong('measured')

const isQuantity = (after: Spoken | undefined, next: Spoken | undefined): boolean =>
  after !== undefined && (isNumber(after) || /^\d/.test(after.word) || (after.word === 'a' && isNumber(next)))

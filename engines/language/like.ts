import { isAmong, type Spoken } from './spoken.ts'

const isPronoun = isAmong('i you we they who')
const isGroup = isAmong(
  `adults all boys both buyers children clients colleagues couples customers doctors drivers employees everybody everyone families
  folks friends girls guests guys kids managers many members men most neighbors neighbours nobody nurses owners parents
  participants patients people players pupils residents respondents somebody someone staff students teachers tenants users
  visitors women workers`,
)
/** After these, `like` is a verb: one asks, denies or wishes. */
const isAsking = isAmong(
  `do does doesn't did didn't don't may might would wouldn't i'd you'd he'd she'd we'd they'd who'd`,
)
/** After these, it is a verb if an object follows. Otherwise it delays another verb, as in `to like press it`. */
const isModal = isAmong(
  `can can't cannot could couldn't must should shouldn't to will won't i'll you'll he'll she'll we'll they'll it'll who'll`,
)
const isObjectStart = isAmong(
  `a all an any being both each every everything having her him his how it its me more my one our some something that the their
  them these this those to us what when your you`,
)
/** Returns whether a word can be between a subject and its verb. */
const isAdverb = isAmong(
  `absolutely actually also always especially even ever generally genuinely just kinda mostly much never not only particularly
  personally probably quite rather really sometimes still truly usually`,
)
const isBeing = isAmong('am are is was were')
/** What follows a filler, but no verb: another verb, or an adverb of one. */
const isVerbOrAdverb = isAmong(
  `almost am are basically can can't completely could couldn't did didn't do don't feel felt get go got had hate have just know
  literally love need never said say think thought totally want wanted was went were will won't would`,
)
const isNumber = isAmong(
  `one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty half hundred hundreds thousand
  thousands million`,
)
const isCompared = isAmong('me you him her us them this that these those mine yours ours theirs')

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

const isKind = isAmong('kind sort')
/** As in `most of us like it`. */
const isObject = isAmong('them us you')

/** Words after which an amount may follow, as in `we did like five`. */
const isMeasured = isAmong('to do does did')

const isQuantity = (after: Spoken | undefined, next: Spoken | undefined): boolean =>
  after !== undefined && (isNumber(after) || /^\d/.test(after.word) || (after.word === 'a' && isNumber(next)))

import { isAmong, type Spoken } from './spoken.ts'

const isPronoun = isAmong('i you we they who')
const isGroup = isAmong(
  `adults all both children clients colleagues customers employees everybody everyone folks friends guys kids many members men
  most nobody parents patients people players residents somebody someone staff students users visitors women`,
)
const isAuxiliary = isAmong(
  `can can't cannot could couldn't do does doesn't did didn't don't may might must should shouldn't to will won't would wouldn't
  i'd you'd he'd she'd we'd they'd who'd i'll you'll he'll she'll we'll they'll it'll who'll`,
)
/** Between a subject and its verb. */
const isAdverb = isAmong(
  `absolutely actually also always especially even ever generally genuinely just kinda mostly much never not only particularly
  personally probably quite rather really sometimes still truly usually`,
)
const isBeing = isAmong('am are is was were')
/** A verb cannot be followed by another verb. */
const isVerb = isAmong(
  `am are can can't could couldn't did didn't do don't feel felt get go got had hate have know love need never said say think
  thought want wanted was went were will won't would`,
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
  let subject = at - 1
  while (subject >= 0 && isAdverb(words[subject]) && !words[subject]!.isBeforePause) subject--
  const before = words[subject]
  const after = words[at]!.isBeforePause ? undefined : words[at + 1]
  if (!before || before.isBeforePause || isVerb(after)) return false
  if (isAuxiliary(before)) return !(isMeasured(before) && isQuantity(after, words[at + 2]))
  // What are they like?
  if (isBeing(words[subject - 1]) && !words[subject - 1]!.isBeforePause) return false
  if (isGroup(before)) return !(isCompared(after) && after!.isBeforePause)
  return isPronoun(before)
}

/** Words after which an amount may follow, as in `we did like five`. */
const isMeasured = isAmong('to do does did')

const isQuantity = (after: Spoken | undefined, next: Spoken | undefined): boolean =>
  after !== undefined && (isNumber(after) || /^\d/.test(after.word) || (after.word === 'a' && isNumber(next)))

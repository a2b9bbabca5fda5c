import type { Span } from '#engines/language'
import { withoutMarks } from '#engines/language'
import { lexiconOf, type SpeechPatterns, speechPatternsOf, type Word } from '#engines/language/lexicon'

/** A part of a sentence that can be quoted on its own. */
export interface Thought extends Span {
  text: string
  words: Word[]
  /** How well it reads, from 0 to 1. */
  fitness: number
  isQuestion: boolean
}

const wordCount = { least: 4, usual: 8, most: 40 }

/** Factors of the fitness. */
const faults = {
  question: 0.15,
  formality: 0.1,
  /** “That is why …” */
  dangling: 0.3,
  /** A written sentence lacks a subject or a verb: “Too many notifications.” */
  note: 0.6,
  /** The sentence has a mark or an interruption within. */
  broken: 0.2,
  short: 0.6,
  long: 0.6,
  noEnd: 0.9,
  /** Applies once for each hesitation. */
  hesitation: 0.5,
  repetition: 0.4,
}

/** How much better a part with a preferred word is. */
const preferred = 5

/**
 * How much nouns count, compared with pronouns: texts of nouns say more without their context (Heylighen and Dewaele 2002).
 */
const informative = 2

/**
 * Finds the part of a sentence that is a complete thought, without the fillers around it; null if there is none. In speech
 * it must have a subject and a finite verb, as far as its words show; if the speaker began anew, it is the part that was
 * completed. What people write is as complete as they want it. In a language without word lists, any sentence will do.
 * @param prefers returns whether a part with this word is better than one without
 */
export function thoughtIn(
  sentence: string,
  words: Word[],
  language: string | null,
  isSpoken: boolean,
  prefers: (word: string) => boolean = () => false,
): Thought | null {
  const patterns = speechPatternsOf(language)
  const written = { sentence, blank: withoutMarks(sentence), words }
  const worthOf = ({ fitness, words: found }: Thought) =>
    fitness * Math.min(found.length, 20) * (found.some(({ text }) => prefers(text)) ? preferred : 1)
  let best: Thought | null = null
  for (const piece of piecesOf(written, isSpoken ? patterns : null, isSpoken)) {
    const thought = asThought(written, piece, patterns, { language, isSpoken })
    if (thought && (!best || worthOf(thought) > worthOf(best))) best = thought
  }
  return best
}

interface Written {
  sentence: string
  /** The sentence with spaces instead of its marks. */
  blank: string
  words: Word[]
}

interface Piece extends Span {
  /** Continues after a mark or an interruption. */
  isBroken: boolean
}

/** Where a speaker stops or begins anew. */
const restart = /\{disfmarker\}/gi
const interruption = /(?<=\s)[-–—]{1,2}(?=\s|$)|[-–—]{2,}|[-–—](?=\s*[.,]?\s*$)|…|\.{3,}/g

/** Returns the parts between marks and interruptions, and the whole unless it is a false start. */
function piecesOf(written: Written, patterns: SpeechPatterns | null, isSpoken: boolean): Piece[] {
  const { sentence, blank } = written
  const gap = (found: string) => '\0'.repeat(found.length)
  const marked = blank === sentence ? sentence : withGaps(sentence, blank)
  const cut = (isSpoken ? marked.replace(interruption, gap) : marked).replace(restart, gap)
  const pieces = Array.from(cut.matchAll(/[^\0]+/g), ({ 0: part, index }) => ({
    ...trimmed(cut, index, index + part.length),
    isBroken: false,
  })).filter(({ start, end }) => end > start)
  const all = patterns ? pieces.flatMap((piece) => [piece, ...clausesOf(written, piece, patterns)]) : pieces
  if (pieces.length < 2 || sentence.search(restart) >= 0) return all
  return [{ start: pieces[0]!.start, end: pieces.at(-1)!.end, isBroken: true }, ...all]
}

/** Replaces the marks of a sentence, which are spaces in `blank`. */
function withGaps(sentence: string, blank: string): string {
  let marked = ''
  for (let at = 0; at < sentence.length; at++) marked += sentence[at] === blank[at] ? sentence[at] : '\0'
  return marked
}

/**
 * Returns the clauses between pauses, if there are any, and what comes before the last comma of a part that was not
 * completed. After a clause, “, um,” is followed by another verb, else the clause continues; “and um” can add anything.
 */
function clausesOf({ sentence, words }: Written, { start, end }: Span, patterns: SpeechPatterns): Piece[] {
  const clauses: Piece[] = []
  const add = (from: number, to: number) => {
    if (to > from) clauses.push({ start: from, end: to, isBroken: false })
  }
  const pauses = [...sentence.slice(start, end).matchAll(patterns.pause)]
  let from = start
  for (const [n, { 0: pause, index }] of pauses.entries()) {
    const next = { start: start + index + pause.length, end: start + (pauses[n + 1]?.index ?? end - start) }
    if (!pause.startsWith(',') || patterns.hasVerb(wordsIn(words, next))) add(from, start + index)
    from = next.start
  }
  if (pauses.length > 0) add(from, end)
  if (!isEnded(sentence.slice(start, end))) add(start, sentence.lastIndexOf(',', end - 1))
  return clauses
}

const isEnded = (text: string): boolean => /[.!?。！？؟…]["”»’)\]]*$/u.test(text)

const wordsIn = (words: Word[], span: Span): Word[] =>
  words.filter(({ start, end }) => start >= span.start && end <= span.end)

function trimmed(text: string, start: number, end: number): Span {
  const part = text.slice(start, end)
  return { start: end - part.trimStart().length, end: start + part.trimEnd().length }
}

function asThought(
  { sentence, blank, words }: Written,
  piece: Piece,
  patterns: SpeechPatterns | null,
  { language, isSpoken }: { language: string | null; isSpoken: boolean },
): Thought | null {
  const { start, end } = patterns ? withoutFillers(blank, piece, patterns, isSpoken) : piece
  const all = wordsIn(words, { start, end })
  const restarts = isSpoken
    ? all.findIndex(({ text }, n) => !isRestarted(text, all[n + 1]?.text, language))
    : 0
  const found = all.slice(restarts)
  const span = { start: restarts > 0 ? found[0]!.start : start, end }
  const text = sentence.slice(span.start, span.end)
  if (found.length < wordCount.least) return null
  const hasEnd = isEnded(text)
  let fitness = hasEnd ? 1 : faults.noEnd
  const isQuestion = /[?？؟]["”»)]*$/u.test(text) || patterns?.asks.test(text) === true
  if (isQuestion) fitness *= faults.question
  if (piece.isBroken) fitness *= faults.broken
  if (found.length < wordCount.usual) fitness *= faults.short
  if (found.length > wordCount.most) fitness *= faults.long
  fitness *= faults.repetition ** repetitionsIn(found)
  if (patterns) {
    const isComplete =
      (isQuestion || isClause(sentence, found, patterns)) && (hasEnd || !isUnfinished(found, patterns))
    if (!isComplete && isSpoken) return null
    if (!isComplete) fitness *= faults.note
    if (patterns.dangles(text, found)) fitness *= faults.dangling
    if (patterns.formalities.test(text)) fitness *= faults.formality
    const stumbles = found.filter(
      ({ text: word }, n) =>
        patterns.hesitations.has(word) || isBeginning(word, found[n + 1]?.text, language),
    )
    const inserted = text.match(patterns.inserted) ?? []
    if (isSpoken) fitness *= faults.hesitation ** (stumbles.length + inserted.length)
    fitness *= Math.min(1, Math.exp(informative * patterns.formality(found) - 1))
  }
  return { ...span, text, words: found, fitness, isQuestion }
}

/** Counts “the the”, “you can you can”, “I di I did”, and three words anywhere that occur again. */
function repetitionsIn(found: Word[]): number {
  const lastAt = new Map<string, number>()
  let count = 0
  for (const [n, { text }] of found.entries()) {
    const last = lastAt.get(text)
    lastAt.set(text, n)
    if (last === undefined) continue
    const isNextEqual = found[last + 1]?.text === found[n + 1]?.text
    if (last === n - 1 || (last === n - 2 && isNextEqual)) count++
    else if (isNextEqual && found[n + 2] && found[last + 2]!.text === found[n + 2]!.text) count++
  }
  return count
}

/** “a bit of a”, “and when it” */
const isUnfinished = (found: Word[], { unfinished, dependent, joins }: SpeechPatterns): boolean => {
  const [before, last] = found.slice(-2).map(({ text }) => text)
  return unfinished.has(last!) || dependent.has(last!) || dependent.has(before!) || joins.has(before!)
}

/** “I I'll”, “the the”, “w we” */
const isRestarted = (word: string, next: string | undefined, language: string | null): boolean =>
  next !== undefined && (next === word || next.startsWith(`${word}'`) || isBeginning(word, next, language))

/** “b buttons”, “tex technical”: the beginning of a word, which is no word itself. */
function isBeginning(word: string, next: string | undefined, language: string | null): boolean {
  if (/^[b-hj-np-tv-z]$/.test(word)) return true
  if (word.length < 2) return false
  const lexicon = lexiconOf(language)
  return word !== next && next?.startsWith(word) === true && lexicon.specificity(lexicon.stem(word)) === 1
}

/** The most words of an object. */
const objectAtMost = 4

/**
 * A sentence has more verbs than dependent clauses, and the first verb follows its subject: “a lock, because people …” is
 * none. If it begins with a dependent clause, a comma ends that.
 */
function isClause(sentence: string, found: Word[], patterns: SpeechPatterns): boolean {
  const isVerb = found.map((_, n) => patterns.isVerb(found, n))
  const verbs = isVerb.filter((is, n) => is && !isVerb[n - 1]).length
  const isRelative = ({ text }: Word, n: number) =>
    patterns.relativeAfterNouns.has(text) &&
    n > 0 &&
    !isVerb[n - 1] &&
    isVerb.slice(n + 1, n + 4).includes(true)
  const dependent = found.filter((word, n) => patterns.dependent.has(word.text) || isRelative(word, n)).length
  if (verbs <= dependent || patterns.relative.has(found[0]!.text)) return false
  const isComma = (n: number) => n > 0 && sentence.slice(found[n - 1]!.end, found[n]!.start).includes(',')
  // After more words, a verb may not have been recognized.
  const beforeVerb = found.slice(0, Math.min(isVerb.indexOf(true), 1 + objectAtMost))
  const isAdded = ({ text }: Word) => patterns.joins.has(text) || patterns.relative.has(text)
  if (beforeVerb.some((word, n) => isComma(n) && isAdded(word))) return false
  return (
    !patterns.dependent.has(found[0]!.text) ||
    found.some(({ text }, n) => isComma(n) && !patterns.joins.has(text))
  )
}

function withoutFillers(
  text: string,
  { start, end }: Span,
  { opening, greeting, closing, connection }: SpeechPatterns,
  isSpoken: boolean,
): Span {
  let from = start
  for (;;) {
    const filler = (isSpoken ? opening : greeting).exec(text.slice(from, end))?.[0].length ?? 0
    if (filler === 0) break
    from += filler
  }
  let to = end
  const cut = (what: RegExp) => (to = from + (what.exec(text.slice(from, to))?.index ?? to - from))
  cut(closing)
  cut(/[\s,;:]+$/)
  if (isSpoken && !isEnded(text.slice(from, to))) cut(connection)
  return { start: from, end: to }
}

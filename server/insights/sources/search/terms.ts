import { dictionarySegments, Words } from '#engines/language'
import { searchStopWords } from '#engines/language/lexicon'

/** A part of a search: words that follow one another. */
export interface Term {
  /** As typed, without the punctuation around it. */
  text: string
  words: string[]
  isQuoted: boolean
  /** Excludes passages with these words. */
  without: boolean
  /** Begins an alternative to the terms before. */
  or: boolean
}

const written = /(-?)"([^"]*)"?|(-?)([^\s"]+)/g

/**
 * Parses a search as other search engines do: words, “"quoted" in this order”, `or`, `-without`. Any input is valid; a
 * term without a word is ignored. Words written together, such as `follow-up`, must be together in the text as well.
 */
export function termsOf(q: string): Term[] {
  const terms: Term[] = []
  let or = false
  for (const [, minusQuoted, quoted, minus, bare] of q.matchAll(written)) {
    if (bare?.toLowerCase() === 'or' && !minus && terms.length > 0) {
      or = true
      continue
    }
    const text = quoted ?? bare ?? ''
    const isQuoted = quoted !== undefined
    const without = Boolean(minusQuoted || minus)
    for (const spans of isQuoted || without ? [spansIn(text)] : separated(text)) {
      const [first, last] = [spans[0], spans.at(-1)]
      if (!first || !last) continue
      const words = spans.map(({ start, end }) => text.slice(start, end))
      terms.push({ text: text.slice(first.start, last.end), words, isQuoted, without, or })
      or = false
    }
  }
  return terms
}

interface Span {
  start: number
  end: number
}

function spansIn(text: string): Span[] {
  const words = new Words(text)
  const spans: Span[] = []
  while (words.next()) spans.push({ start: words.start, end: words.end })
  return spans
}

/**
 * Separates words that are written together only by the rules of a language: those of scripts without spaces, and an
 * elided article, which is left out (l’attente).
 */
function separated(text: string): Span[][] {
  const words = /^[\0-\x7f]*$/.test(text) ? new Set<number>() : wordStarts(text)
  const terms: Span[][] = []
  let before: Span | undefined
  for (const span of spansIn(text)) {
    const between = before && text.slice(before.end, span.start)
    if (between !== undefined && /^['’＇]$/.test(between)) terms.at(-1)!.pop()
    if (between === undefined || (between === '' && words.has(span.start))) terms.push([])
    terms.at(-1)!.push(span)
    before = span
  }
  return terms
}

/** Of languages without spaces. */
const stopWords = ['ja', 'zh'].map((language) => searchStopWords.get(language)!)

/** Returns where words begin. Characters next to each other are a word that the dictionary lacks, unless they are stop words. */
function wordStarts(text: string): Set<number> {
  const starts = new Set<number>()
  let isLoose = false
  for (const { segment, index } of dictionarySegments(text)) {
    const isCharacter = segment.length === 1 && !stopWords.some((words) => words.has(segment))
    if (!isLoose || !isCharacter) starts.add(index)
    isLoose = isCharacter
  }
  return starts
}

import { rowsIn } from './word-lists.ts'

/** The abbreviations of a language. */
export interface Abbreviations {
  /**
   * Whether a number with a period is an ordinal: “am 21. November”. In an unknown language, one at the beginning is rather the
   * number of a list.
   */
  ordinals: 'anywhere' | 'within' | 'none'
  has(word: string, isBeforeNumber: boolean): boolean
}

let lists: Map<string, Abbreviations> | undefined
/** The code of ISO 639-2 for an undetermined language. */
const unknown = 'und'

/** Returns the abbreviations of a language; those of all if it is unknown, or has no list. */
export function abbreviationsOf(language: string | null): Abbreviations {
  lists ??= readLists()
  return lists.get(language ?? unknown) ?? lists.get(unknown)!
}

function readLists(): Map<string, Abbreviations> {
  const read = rowsIn(new URL('abbreviations.tsv', import.meta.url)).map(
    ([language = '', ordinals, ...words]) => ({ language, ordinals, words }),
  )
  const shared = read.flatMap(({ words }) => words.filter((word) => !word.endsWith('~')))
  return new Map([
    [unknown, listOf(shared, 'within')],
    ...read.map(({ language, ordinals, words }): [string, Abbreviations] => [
      language,
      listOf(
        words.map((word) => word.replace('~', '')),
        ordinals === '1.' ? 'anywhere' : 'none',
      ),
    ]),
  ])
}

function listOf(entries: string[], ordinals: Abbreviations['ordinals']): Abbreviations {
  const known = new Set(entries)
  const endings = entries.filter((entry) => entry.startsWith('-')).map((entry) => entry.slice(1))
  const isListed = (word: string, isBeforeNumber: boolean) =>
    known.has(word) ||
    (isBeforeNumber && known.has(`${word}#`)) ||
    endings.some((ending) => word.endsWith(ending))
  return {
    ordinals,
    has: (word, isBeforeNumber) =>
      isListed(word, isBeforeNumber) ||
      isListed(word.slice(0, 1).toLowerCase() + word.slice(1), isBeforeNumber),
  }
}

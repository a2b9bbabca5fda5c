import { listed } from '../word-lists.ts'
import { wordsIn } from './lexicon.ts'

const titles = listed('titles')

export const isTitle = (word: string): boolean => titles.has(word)

/** Returns the words of a speaker's name, without titles. */
export const namesOf = (speaker: string | null): string[] =>
  wordsIn(speaker ?? '').flatMap(({ text }) => (titles.has(text) ? [] : [text]))

import { wordsIn } from './lexicon.ts'

const titles = new Set(
  `mr mrs ms miss sir madam dr prof herr frau hr fr monsieur madame mme mlle señor señora sr sra signor signora sig
  meneer mevrouw dhr mevr senhor senhora`.split(/\s+/),
)

export const isTitle = (word: string): boolean => titles.has(word)

/** Returns the words of a speaker's name, without titles. */
export const namesOf = (speaker: string | null): string[] =>
  wordsIn(speaker ?? '').flatMap(({ text }) => (titles.has(text) ? [] : [text]))

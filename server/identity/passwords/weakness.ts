import { type Match, ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

/** Why a password is easy to guess. */
export type Weakness = 'name' | 'repeat' | 'sequence' | 'common' | 'guessable'

/** Three parts that attackers try first, such as `Summer2024!!`, need about a tenth of this. */
const fewestGuesses = 1e9
/** Letters and digits that a password with names needs besides them. */
const fewestBesidesNames = 8
/** zxcvbn takes a second for the worst 64 characters and three times that for twice as many. */
const mostRead = 64

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
})

/**
 * Returns why a password is easy to guess, or null if it is not. Importing this file loads the dictionaries, which blocks
 * for 0.3 s and takes 70 MB.
 * @param known texts that someone who knows the user would try, such as names
 */
export function weaknessOf(password: string, known: string[]): Weakness | null {
  // Full-width and other variants count as the characters that they resemble.
  const read = password.normalize('NFKC').slice(0, mostRead)
  const names = namesIn(known)
  if (isMostlyNames(read, names)) return 'name'
  const { guesses, sequence } = zxcvbn.check(read, names)
  return guesses < fewestGuesses ? kindOf(sequence) : null
}

/** Returns texts and their words, longest first. Shorter words occur in any password. */
function namesIn(texts: string[]): string[] {
  const words = texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  return words.filter((word) => word.length > 2).sort((one, other) => other.length - one.length)
}

/** zxcvbn overestimates passwords of four or more parts, such as `ada-king-1815!`. */
function isMostlyNames(password: string, names: string[]): boolean {
  const lower = password.toLowerCase()
  const rest = names.reduce((left, name) => left.replaceAll(name, ' '), lower)
  return rest !== lower && rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < fewestBesidesNames
}

/** The longest part that zxcvbn recognizes is what makes a password weak, unless it contains a name. */
function kindOf(parts: Match[]): Weakness {
  if (parts.some(({ dictionaryName }) => dictionaryName === 'userInputs')) return 'name'
  const [longest] = parts
    .filter(({ pattern }) => pattern !== 'bruteforce')
    .sort((one, other) => other.token.length - one.token.length)
  if (longest?.pattern === 'repeat') return 'repeat'
  if (longest?.pattern === 'sequence' || longest?.pattern === 'spatial') return 'sequence'
  return longest?.dictionaryName?.startsWith('passwords') ? 'common' : 'guessable'
}

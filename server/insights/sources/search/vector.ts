import type { Language } from '#rules/languages'
import { projectWord, speakerWord, wordsIn } from './words.ts'

/** Words that a passage has, whatever its text. */
interface Belonging {
  projectId: string
  language: Language | null
  speakers: string[]
}

/**
 * Returns what PostgreSQL indexes of a passage: the words of its text and of its speakers' names, with their positions,
 * as a `tsvector` literal. No parser or dictionary of PostgreSQL is involved, so all databases index the same.
 */
export function vectorOf(text: string, { projectId, language, speakers }: Belonging): string {
  const positions = new Map<string, number[]>()
  let position = 0
  for (const part of [text, ...speakers]) {
    for (const { entries } of wordsIn(part, language)) {
      position++
      for (const entry of entries) {
        const before = positions.get(entry)
        if (before) before.push(position)
        else positions.set(entry, [position])
      }
    }
    // A gap, so that no phrase spans the text and a name.
    position++
  }
  const words = Array.from(positions, ([word, at]) => `${quoted(word)}:${at.join()}`)
  return [projectWord(projectId, language), ...speakers.map(speakerWord)].map(quoted).concat(words).join(' ')
}

/** Quotes a word for a `tsvector` or `tsquery` literal. */
export const quoted = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`

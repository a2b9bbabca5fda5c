import type { Mark } from './marks.ts'

/** So many are marked; nobody goes through more one by one. */
export const mostFinds = 10_000

/** Where words stand in a text, whatever their case and the white space between them. */
export function findIn(text: string, words: string): Mark[] {
  const wanted = words.trim()
  if (!wanted) return []
  const pattern = new RegExp(wanted.split(/\s+/).map(literally).join('\\s+'), 'giu')
  const found: Mark[] = []
  for (const match of text.matchAll(pattern)) {
    found.push({ start: match.index, end: match.index + match[0].length, trackerId: null })
    if (found.length === mostFinds) break
  }
  return found
}

const literally = (word: string) =>
  word.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`)

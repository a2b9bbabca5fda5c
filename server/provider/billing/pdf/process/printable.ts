import { covers, readCoverage } from './coverage.ts'
import { fontFiles } from './fonts.ts'

/** Printed for characters that no font has. PDF/A allows no empty boxes. */
export const replacement = '\uFFFD'

const graphemes = new Intl.Segmenter('en')

/** Controls how other characters are drawn; a font may lack it. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu

/** Would reverse letters of other scripts, such as the digits of an amount. */
const overrides = /[\u202D\u202E]/g

const coverages = fontFiles.map(([regular]) => {
  let coverage: Uint32Array | undefined
  return (character: number) => {
    coverage ??= readCoverage(regular!)
    return covers(coverage, character)
  }
})

/** Returns a text that the fonts can print: normalized, with one replacement sign for each letter that no font has. */
export function printable(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[\t\v\f]/g, ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(overrides, '')
  // Most texts are Latin, and need no division into letters.
  if (/^[\n -~\u00A0-\u024F]*$/.test(plain)) return plain
  return Array.from(graphemes.segment(plain), ({ segment }) => letter(segment)).join('')
}

/** No letter of any language is longer, with its marks. */
const longest = 32

/** A letter and its marks are drawn well only by one font. */
function letter(cluster: string): string {
  if (cluster.length > longest) return replacement
  if (cluster === '\n' || fits(cluster)) return cluster
  const visible = cluster.replace(ignorable, '')
  if (visible === '' || fits(visible)) return visible
  return replacement
}

function fits(cluster: string): boolean {
  const characters = Array.from(cluster, (character) => character.codePointAt(0)!)
  return coverages.some((has) => characters.every(has))
}

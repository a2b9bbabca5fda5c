import { covers, readCoverage } from './coverage.ts'
import { type HanFont, hanFonts, plainFonts } from './fonts.ts'

/** Printed for characters that no font has. PDF/A allows no empty boxes. */
export const replacement = '\uFFFD'

const graphemes = new Intl.Segmenter('en')

/** Controls how other characters are drawn; a font may lack it. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu

/** Would reverse letters of other scripts, such as the digits of an amount. */
const overrides = /[\u202D\u202E]/g

const plainCoverages = plainFonts.map(coverageOf)
const hanCoverages = new Map(hanFonts.map((font) => [font, coverageOf(font.read)]))
const coverages = [...plainCoverages, ...hanCoverages.values()]

function coverageOf(readFont: () => Buffer): (character: number) => boolean {
  let coverage: Uint32Array | undefined
  return (character) => {
    coverage ??= readCoverage(readFont())
    return covers(coverage, character)
  }
}

/** Most texts are Latin, and need no search for fonts. */
const latin = /^[\n -~\u00A0-\u024F]*$/

/** Returns the fonts of Chinese, Japanese and Korean that a printable text needs. @param usual the preferred family */
export function hanFontsFor(text: string, usual?: string): HanFont[] {
  if (latin.test(text)) return []
  const special = Array.from(new Set(text), (letter) => letter.codePointAt(0)!).filter(
    (character) => !plainCoverages.some((has) => has(character)),
  )
  if (special.length === 0) return []
  const preferred = hanFonts.filter(({ family, letters }) => family === usual || letters?.test(text))
  const coveredBy = (fonts: HanFont[]) =>
    special.every((character) => fonts.some((font) => hanCoverages.get(font)!(character)))
  return coveredBy(preferred) ? preferred : [...hanFonts]
}

/** Returns a text that the fonts can print: normalized, with one replacement sign for each letter that no font has. */
export function printable(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[\t\v\f]/g, ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(overrides, '')
  if (latin.test(plain)) return plain
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

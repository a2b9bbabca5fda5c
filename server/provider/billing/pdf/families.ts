import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

export type Han = 'noto-sans-sc' | 'noto-sans-jp' | 'noto-sans-kr'
export type Family =
  | 'noto-sans'
  | 'noto-sans-hebrew'
  | 'vazirmatn'
  | 'noto-sans-arabic'
  | 'noto-sans-devanagari'
  | Han

/** A variable font of some hundred characters, into which fontsource divides each family. */
export interface Slice {
  family: Family
  name: string
  file: string
}

interface Range {
  from: number
  to: number
  slice: Slice
}

const loaded = new Map<Family, Range[]>()

/** Returns the slice of a family that should have a character. The list of slices is read on first use. */
export function sliceOf(family: Family, character: number): Slice | undefined {
  const ranges = loaded.get(family) ?? readRanges(family)
  loaded.set(family, ranges)
  let low = 0
  let high = ranges.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const { from, to, slice } = ranges[middle]!
    if (character < from) high = middle - 1
    else if (character > to) low = middle + 1
    else return slice
  }
  return undefined
}

/**
 * Returns the families to search for a character, in order. Chinese, Japanese and Korean readers each expect their own
 * shape of a shared character, so theirs comes first. Noto composes Arabic letters from shapes and dots, which breaks
 * searching and copying in a PDF; Vazirmatn has a glyph for each, and lacks only some letters of Sindhi.
 */
export function familiesFor(han: Han): Family[] {
  const others = (['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'] as const).filter(
    (family) => family !== han,
  )
  return [
    'noto-sans',
    'noto-sans-hebrew',
    'vazirmatn',
    'noto-sans-arabic',
    'noto-sans-devanagari',
    han,
    ...others,
  ]
}

function readRanges(family: Family): Range[] {
  const folder = dirname(require.resolve(`@fontsource-variable/${family}/package.json`))
  const slices: Record<string, string> = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'))
  const ranges = Object.entries(slices)
    // Other families repeat noto-sans's Latin, and noto-sans repeats the Devanagari of another.
    .filter(([slice]) => !(family === 'noto-sans' ? ['devanagari'] : ['latin', 'latin-ext']).includes(slice))
    .flatMap(([key, listed]) => {
      const part = key.replace(/[[\]]/g, '')
      const slice = { family, name: part, file: join(folder, 'files', `${family}-${part}-wght-normal.woff2`) }
      return listed.split(',').map((range) => {
        const [from = 0, to = from] = range
          .trim()
          .slice(2)
          .split('-')
          .map((hex) => Number.parseInt(hex, 16))
        return { from, to, slice }
      })
    })
    .sort((a, b) => a.from - b.from)
  return withoutOverlaps(ranges)
}

/** Some marks are in several slices; the binary search needs each character once. */
function withoutOverlaps(sorted: Range[]): Range[] {
  const ranges: Range[] = []
  for (const range of sorted) {
    const from = Math.max(range.from, (ranges.at(-1)?.to ?? -1) + 1)
    if (from <= range.to) ranges.push({ ...range, from })
  }
  return ranges
}

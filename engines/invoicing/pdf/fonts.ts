import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const require = createRequire(import.meta.url)

/**
 * The fonts of all other scripts than Chinese, Japanese and Korean, in the order in which a character is searched; `text.typ`
 * names all fonts in the same order. Noto composes Arabic letters from shapes and dots, which breaks searching and copying in
 * a PDF; Vazirmatn has a glyph for each, and lacks only some letters of Sindhi.
 */
const plain = [
  ['noto-sans', 'NotoSans'],
  ['noto-sans-hebrew', 'NotoSansHebrew'],
  ['vazirmatn', 'Vazirmatn'],
  ['noto-sans-arabic', 'NotoSansArabic'],
  ['noto-sans-devanagari', 'NotoSansDevanagari'],
] as const

const filesOf = (weight: '400Regular' | '700Bold'): string[] =>
  plain.map(([folder, name]) =>
    require.resolve(`@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf`),
  )

const regular = filesOf('400Regular')

/** The files of the plain fonts, also in bold. */
export const plainFiles: readonly string[] = [...regular, ...filesOf('700Bold')]

/** One function for each plain font, which reads its regular weight. */
export const plainFonts: readonly (() => Buffer)[] = regular.map((file) => () => readFileSync(file))

export interface HanFont {
  family: string
  /** Letters in whose texts `text.typ` prefers this font. */
  letters: RegExp | undefined
  read(): Buffer
}

/** The fonts of Chinese, Japanese and Korean, which `scripts/compress.ts` compressed. In bold, they would take another 22 MB. */
export const hanFonts: readonly HanFont[] = [
  hanFont('SC'),
  hanFont('JP', /[\p{Script=Hiragana}\p{Script=Katakana}]/u),
  hanFont('KR', /\p{Script=Hangul}/u),
]

function hanFont(language: string, letters?: RegExp): HanFont {
  const file = join(import.meta.dirname, `generated/NotoSans${language}_400Regular.ttf.br`)
  return {
    family: `Noto Sans ${language}`,
    letters,
    // In one piece: by default, pieces of 16 kB are joined, which takes twice the memory.
    read: () => brotliDecompressSync(readFileSync(file), { chunkSize: 2 ** 24 }),
  }
}

import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

const bold = ['400Regular', '700Bold']
const regular = ['400Regular']

/**
 * The fonts, in the order in which a character is searched; `text.typ` names them in the same order. Noto composes Arabic letters
 * from shapes and dots, which breaks searching and copying in a PDF; Vazirmatn has a glyph for each, and lacks only some
 * letters of Sindhi. A bold font for Chinese characters would take 5 to 10 MB per language.
 */
const families: readonly (readonly [folder: string, name: string, weights: readonly string[]])[] = [
  ['noto-sans', 'NotoSans', bold],
  ['noto-sans-hebrew', 'NotoSansHebrew', bold],
  ['vazirmatn', 'Vazirmatn', bold],
  ['noto-sans-arabic', 'NotoSansArabic', bold],
  ['noto-sans-devanagari', 'NotoSansDevanagari', bold],
  ['noto-sans-sc', 'NotoSansSC', regular],
  ['noto-sans-jp', 'NotoSansJP', regular],
  ['noto-sans-kr', 'NotoSansKR', regular],
]

/** The files of each family: the regular one first. */
export const fontFiles: readonly (readonly string[])[] = families.map(([folder, name, weights]) =>
  weights.map((weight) => require.resolve(`@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf`)),
)

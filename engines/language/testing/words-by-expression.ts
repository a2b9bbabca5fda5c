// What a word is, as one regular expression, beside the scanner written by hand.

export interface Word {
  text: string
  start: number
  end: number
}

const mark = String.raw`[\p{M}\p{Grapheme_Extend}\p{Emoji_Modifier}\u{200d}\u{e33}\u{eb3}]`
const linker = String.raw`[\u{94d}\u{9cd}\u{acd}\u{b4d}\u{c4d}\u{d4d}\u{1039}\u{17d2}\u{1a60}\u{1b44}\u{1bab}\u{a9c0}\u{aaf6}\u{10a3f}\u{11133}\u{113d0}\u{1193e}\u{11a47}\u{11a99}\u{11f42}]`
const prepended = String.raw`[\u{600}-\u{605}\u{6dd}\u{70f}\u{890}\u{891}\u{8e2}\u{d4e}\u{110bd}\u{110cd}\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]`
const withoutSpaces = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tai_Le}\p{scx=New_Tai_Lue}\p{scx=Tai_Tham}\p{scx=Tai_Viet}]`
const base = String.raw`[[\p{L}\p{N}]--${mark}--${prepended}]`
const unspaced = `[${base}&&${withoutSpaces}]`
const letter = `[${base}--${withoutSpaces}]`
const pictograph = String.raw`[\p{Extended_Pictographic}--${mark}--${base}]`
const skipped = String.raw`[${prepended}\u{ad}\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}]`
const apostrophe = String.raw`['\u{2019}\u{ff07}\u{5f3}\u{5f4}]`

const elided =
  'c d j l m n s t qu jusqu lorsqu puisqu quoiqu un all coll dall dell nell sull bell quell quest'
    .split(' ')
    .map((word) => word.replace(/./g, (one) => `[${one}${one.toUpperCase()}]`))
const vowel = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter((one) =>
  /[aeiouyhœæ]/i.test(one.normalize('NFD')),
)

const afterLinker = `(?<=${linker}[${mark}--${linker}]*)`
const letters = `${letter}(?:${mark}|${skipped}*(?:${apostrophe}${skipped}*)?${letter}|${afterLinker}${unspaced})*`

const word = new RegExp(
  [
    `(?:${elided.join('|')})(?=${apostrophe}${skipped}*[${vowel.join('')}])`,
    `${prepended}*${letters}`,
    `${prepended}*${unspaced}(?:${mark}|${afterLinker}(?:${unspaced}|${letters}))*`,
    String.raw`${prepended}*\p{Regional_Indicator}{1,2}${mark}*`,
    String.raw`${prepended}*${pictograph}${mark}*(?:(?<=\u{200d})${pictograph}${mark}*)*`,
  ].join('|'),
  'gv',
)

export function wordsIn(text: string, from = 0, to = text.length): Word[] {
  return [...text.slice(from, to).matchAll(word)]
    .map(({ 0: text, index }) => ({ text, start: from + index, end: from + index + text.length }))
    .filter(({ text }) => !/^[©®™]$/.test(text))
}

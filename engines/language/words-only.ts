const code = [
  /^([ \t]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n[ \t]*\2[^\n]*|$(?![\s\S]))/gm,
  /`[^`\n]{1,200}`/g,
  // A statement, or the beginning or end of a block.
  /^[^\n]{0,300}(?:[=(){}<>][^\n]{0,300}[;{}]|[{}])[ \t]*$/gm,
  /^[ \t]*(?:\/\/|#include|#!|import |from \S+ import |const |let |var |function |def |class |return |if \()[^\n]*$/gm,
  /<\/?[a-z!][^<>\n]{0,300}>/gi,
]
const addresses = /(?:https?:\/\/|www\.)\S+|\S+@\S+|\S*:\/\/\S+/gi
/** What is around or between words. */
const separators = /[|,;•·"“”„«»()[\]{}]+|(?<![\p{L}\p{N}])[*_~#>=+-]+|[*_~#>=+-]+(?![\p{L}\p{N}])/gu
/** `INV-2024`, `snake_case`, `a/b.txt`, `camelCase` */
const names =
  /[\x21-\x7e]*[\d_@\\/=<>{}#$%^*~][\x21-\x7e]*|\S*\w\.\w\S*|(?<![\p{L}\p{M}])\p{L}*\p{Ll}\p{Lu}\p{L}*/gu

/** Returns the words of a text, without separators, numbers, addresses, identifiers and code, which are in no language. */
export function wordsOnly(text: string): string {
  const prose = code.reduce((left, pattern) => left.replace(pattern, ' '), text)
  const words = prose.replace(addresses, ' ').replace(separators, ' ').replace(names, ' ')
  return words
    .replace(/[^\p{L}\p{M}\p{Cf}\s.!?。！？'’-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

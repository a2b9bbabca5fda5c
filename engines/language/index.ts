export { withoutFillers } from './fillers.ts'
export { withoutMarks } from './marks.ts'
export { type LanguageEvidence, languageOf, recognizeLanguage, shortChars } from './recognize.ts'
export {
  characterStart,
  endsBetween,
  type Span,
  sentenceEnds,
  sentencesOfSegment,
  splitSentences,
} from './sentences.ts'
export { partsOf, type TextPart, textBetween } from './text-part.ts'
export { estimateTokens } from './tokens.ts'
export { listed, listsIn, rowsIn } from './word-lists.ts'
export { dictionarySegments, fold, Words, wordsBetweenSpaces, wordsOf } from './words.ts'

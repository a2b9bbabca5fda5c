export { withoutFillers } from './fillers.ts'
export { frequentWords, shareOfRank } from './frequency.ts'
export { type Lexicon, lexiconOf, stemsOf, type Word, wordsIn } from './lexicon.ts'
export { withoutMarks } from './marks.ts'
export { isTitle, namesOf } from './names.ts'
export { type LanguageEvidence, languageOf, recognizeLanguage, shortChars } from './recognize.ts'
export {
  characterStart,
  endsBetween,
  type Span,
  sentenceEnds,
  sentencesOfSegment,
  splitSentences,
} from './sentences.ts'
export { type SpeechPatterns, speechPatternsOf } from './speech-patterns.ts'
export { hasBeginnings, stemOf } from './stem.ts'
export { languageByStopWords, stopWords } from './stop-words.ts'
export { partsOf, type TextPart, textBetween } from './text-part.ts'
export { estimateTokens } from './tokens.ts'
export { isUnit } from './units.ts'
export { fold, Words, wordsOf } from './words.ts'

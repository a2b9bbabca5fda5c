import { languageByStopWords } from '../text/stop-words.ts'
import { type Lexicon, lexiconOf, type Word, wordsOf } from '../text/words.ts'

/** A word of a question. */
export interface Term {
  word: string
  /** How much it is what the question is about, from 0 to 1. */
  weight: number
}

/** After these comes what a question is about: “What do guests say about breakfast?” */
const topicFollows: Record<string, string> = {
  en: 'about regarding concerning',
  de: 'über bezüglich hinsichtlich',
  fr: 'sur concernant',
  es: 'sobre acerca respecto',
  it: 'su sul sulla sui sulle sullo riguardo',
  nl: 'over betreffende',
  pt: 'sobre acerca quanto',
}
/** After these comes what specifies the words before: “the price of the remote control”. */
const detailFollows: Record<string, string> = {
  en: 'of in at for from by during',
  de: 'der des von vom in im an am bei beim auf aus während für',
  fr: "de du des d' dans en à au aux chez pour pendant",
  es: 'de del en a al para por durante',
  it: 'di del della dei delle degli dello in nel nella a al alla per da durante',
  nl: 'van in op bij voor uit tijdens',
  pt: 'de do da dos das em no na nos nas a ao para durante',
}

/** After these comes what a question asks for: “Which buttons should the remote control have?” */
const askedFollows: Record<string, string> = {
  en: 'which what whose many much',
  de: 'welche welcher welches welchen welchem viele wieviel wieviele',
  fr: 'quel quelle quels quelles combien',
  es: 'qué cuál cuáles cuánto cuánta cuántos cuántas',
  it: 'quale quali quanto quanta quanti quante',
  nl: 'welk welke hoeveel',
  pt: 'qual quais quanto quanta quantos quantas',
}

const weights = { frame: 0.25, detail: 0.35 }
/** More than a question has, apart from stop words. */
const termsAtMost = 12

/**
 * Returns the words of a question with their weights, except stop words if there are others. What the question is about
 * weighs more than who says it and where, and words that are rare in general more than common ones.
 */
export function termsOf(question: string): Term[] {
  const words = wordsOf(question)
  const language = languageByStopWords(words.map(({ text }) => text))
  const lexicon = lexiconOf(language)
  const roles = rolesOf(words, language, lexicon)
  const terms = new Map<string, Term>()
  for (const [n, { text }] of words.entries()) {
    const isRoleless = lexicon.isStopWord(text) || terms.has(text)
    if (!isRoleless)
      terms.set(text, { word: text, weight: roles[n]! * lexicon.specificity(lexicon.stem(text)) })
  }
  const found = terms.size > 0 ? [...terms.values()] : words.map(({ text }) => ({ word: text, weight: 1 }))
  return found.slice(0, termsAtMost)
}

function rolesOf(words: Word[], language: string | null, lexicon: Lexicon): number[] {
  const follows = (lists: Record<string, string>) => new Set(language ? lists[language]?.split(' ') : [])
  const [topics, details, asked] = [topicFollows, detailFollows, askedFollows].map(follows)
  const topicAt = words.findLastIndex(({ text }) => topics!.has(text))
  const askedAt = words.findIndex(
    ({ text }, n) => !lexicon.isStopWord(text) && n > 0 && asked!.has(words[n - 1]!.text),
  )
  let inDetail = false
  return words.map(({ text, isCapital }, n) => {
    if (n < topicAt) return weights.frame
    if (lexicon.isStopWord(text)) {
      // Another stop word may be an article: “of the remote control”.
      inDetail ||= n > 0 && details!.has(text)
      return 0
    }
    const isDetail = inDetail || (topicAt < 0 && askedAt >= 0 && n !== askedAt)
    // In German, a compound is one word, and the noun ends the detail.
    if (language === 'de' && isCapital) inDetail = false
    return isDetail ? weights.detail : 1
  })
}

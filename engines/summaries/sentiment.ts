import { withoutMarks } from '#engines/language'
import { lexiconOf, type Word, wordsIn } from '#engines/language/lexicon'
import { relevanceTo } from '#engines/retrieval'
import { isJudged, sentimentOf } from '#engines/sentiment'
import type { SkillInput } from '#rules/run'
import { type Analysis, NothingToSay } from './analysis.ts'
import { bySpeaker } from './by-speaker.ts'
import type { Coverage } from './draft.ts'
import { languageOf, type Sentence, sentencesOf } from './passages.ts'
import { describeNotJudged, writeSentiment } from './sentiment-draft.ts'
import type { SourceText } from './source-text.ts'
import { count, emptyTally, type Judged, join, judgedIn, quote, sentencesIn, type Tally } from './tally.ts'
import { sourceCount, speakerAndTitle, toQuote } from './wording.ts'

/** How many sentences of each tone are kept, per source or day and in total. */
const kept = { ofOne: 2, ofAll: 25 }
/** Shorter sentences count, but tell too little to be quoted. */
const quotedWordsAtLeast = 3
/** Of what a question is about: sentences with less are about something else. */
const askedShare = 0.5
/** Above this, the periods are months. */
const daysAtMost = 45

/**
 * Judges sentences by the lexicon and the rules of VADER, from -1 to 1. Sentences in which nothing indicates either side are
 * counted as not judged, and sources in languages without a lexicon, too.
 */
export const createSentiment = bySpeaker(sentimentIn)

function sentimentIn(input: SkillInput, _expected: number, asked: string | null): Analysis {
  const relevance = asked === null ? null : relevanceTo(asked)
  const english = lexiconOf('en')
  const overall = emptyTally(kept.ofAll)
  const days = new Map<string, Tally>()
  const sources: { id: string; title: string; tally: Tally }[] = []
  const notJudged = new Map<string, number>()

  function isAsked(words: Word[]): boolean {
    if (!relevance) return true
    const match = relevance.count(words, english)
    return match !== null && relevance.share(match) >= askedShare
  }

  return {
    read(source) {
      const language = languageOf(source)
      if (!isJudged(language)) {
        const name = language ?? 'unknown'
        notJudged.set(name, (notJudged.get(name) ?? 0) + 1)
        return
      }
      const tally = emptyTally(kept.ofOne)
      for (const sentence of sentencesOf(source, language)) {
        const text = withoutMarks(sentence.text)
        const words = wordsIn(text)
        if (text.trim() === '' || !isAsked(words)) continue
        const compound = sentimentOf(text, { language, isSpeech: sentence.isSpeech })
        count(tally, compound)
        tally.first ??= toQuote({ source, quotation: sentence })
        if (compound !== null && words.length >= quotedWordsAtLeast)
          quote(tally, compound, () => judged(source, sentence, compound))
      }
      if (sentencesIn(tally) === 0) return
      sources.push({ id: source.id, title: source.title, tally })
      join(overall, tally)
      joinTo(days, source.occurredAt.slice(0, 10), tally)
    },
    finish(coverage) {
      if (judgedIn(overall) === 0)
        throw new NothingToSay(whyNothing({ coverage, overall, notJudged, question: input.question }))
      return writeSentiment(input, { coverage, overall, periods: periodsOf(days), sources, notJudged })
    },
  }
}

const judged = (source: SourceText, sentence: Sentence, compound: number): Judged => ({
  compound,
  by: speakerAndTitle(sentence.speaker, source.title),
  quote: toQuote({ source, quotation: sentence }),
})

function joinTo(tallies: Map<string, Tally>, period: string, tally: Tally): void {
  tallies.set(period, join(tallies.get(period) ?? emptyTally(kept.ofOne), tally))
}

function periodsOf(days: Map<string, Tally>): { name: string; tally: Tally }[] {
  const periods = new Map<string, Tally>()
  for (const [day, tally] of days) joinTo(periods, days.size > daysAtMost ? day.slice(0, 7) : day, tally)
  return Array.from(periods, ([name, tally]) => ({ name, tally })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function whyNothing({
  coverage: { read },
  overall,
  notJudged,
  question,
}: {
  coverage: Coverage
  overall: Tally
  notJudged: Map<string, number>
  question: string | undefined
}): string {
  if (sentencesIn(overall) > 0)
    return 'Nothing in the sentences indicates whether they are positive or negative.'
  if (notJudged.size > 0) {
    const all = sourceCount({ read, total: read })
    return `Sentiment is judged in English only. Of ${all}, ${describeNotJudged(notJudged)}.`
  }
  return question ? 'No sentence is about the question.' : 'There are no sentences to judge.'
}

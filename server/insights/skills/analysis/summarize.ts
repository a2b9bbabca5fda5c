import type { SkillInput } from '#contract'
import type { Block, Coverage, Draft, Statement } from '../draft.ts'
import type { SourceText } from '../sources.ts'
import { languageOf, sentencesOf } from '../text/passages.ts'
import { lexiconOf, stemsOf, wordsOf } from '../text/words.ts'
import { type About, aboutOf } from './about.ts'
import { type Analysis, NothingToSay } from './analysis.ts'
import { type Counts, createCounts } from './counts.ts'
import { type Candidate, choose } from './rank.ts'
import { groupByTopic } from './topics.ts'
import { sourceCount, speakerAndTitle, toQuote } from './wording.ts'

/** How many candidates of all sources are compared with each other. */
const comparedAtMost = 700
const keptOfOne = { least: 3, most: 60 }
/** Shorter sentences say little, longer ones are mostly no sentences. */
const usualWords = { least: 4, most: 60 }

/**
 * An extractive summary by LexRank (Erkan and Radev 2004): central sentences resemble many others. They are chosen such
 * that they repeat each other little (maximal marginal relevance, Carbonell and Goldstein 1998).
 */
export function createSummary(input: SkillInput, expected: number): Analysis {
  const counts = createCounts()
  const about = aboutOf(input.question)
  const keptOfEach = Math.min(
    keptOfOne.most,
    Math.max(keptOfOne.least, Math.ceil(comparedAtMost / Math.max(1, expected))),
  )
  let candidates: Candidate[] = []
  let read = 0

  return {
    read(source) {
      read++
      const found = candidatesOf(source, about)
      const ofSource = createCounts()
      for (const { stems } of found) {
        counts.add(stems)
        ofSource.add(stems)
      }
      candidates.push(...mostTypical(found, ofSource, keptOfEach))
      if (candidates.length > 4 * comparedAtMost)
        candidates = mostTypical(candidates, counts, 2 * comparedAtMost)
    },
    finish(coverage) {
      const compared = mostTypical(candidates, counts, comparedAtMost)
      const chosen = choose(compared, counts, input.sentences ?? usualLength(read), about !== null)
      if (chosen.length === 0) throw new NothingToSay('There are no sentences to choose from.')
      return toDraft(chosen, coverage, input.question)
    },
  }
}

const usualLength = (sources: number) => (sources === 1 ? 7 : Math.min(14, 6 + sources))

/** Returns the candidates whose words are most frequent, in the order in which they were read. */
function mostTypical(all: Candidate[], counts: Counts, atMost: number): Candidate[] {
  if (all.length <= atMost) return all
  return all
    .map((candidate, n) => ({ candidate, n, score: counts.frequency(candidate.stems) * candidate.weight }))
    .sort((a, b) => b.score - a.score || a.n - b.n)
    .slice(0, atMost)
    .sort((a, b) => a.n - b.n)
    .map(({ candidate }) => candidate)
}

function candidatesOf(source: SourceText, about: About | null): Candidate[] {
  // Without the text, which would stay in memory.
  const { id, title, reading } = source
  const language = languageOf(source)
  const lexicon = lexiconOf(language)
  const found: Candidate[] = []
  for (const sentence of sentencesOf(source, language)) {
    const words = wordsOf(sentence.text)
    const stems = stemsOf(words, lexicon)
    if (stems.size === 0) continue
    const length = words.length < usualWords.least || words.length > usualWords.most ? 0.3 : 1
    // Answers are worth more than questions. The beginning of a text often says what follows.
    const isQuestion = /[?？؟]$/.test(sentence.text)
    const position = 1 + 0.3 / (1 + sentence.number / 3)
    const relevance = about?.relevance(words, lexicon) ?? 0
    const weight = position * length * (isQuestion ? 0.4 : 1) * (1 + 4 * relevance)
    found.push({ source: { id, title, reading }, sentence, stems, relevance, weight, language })
  }
  return found
}

function toDraft(chosen: Candidate[], coverage: Coverage, question: string | undefined): Draft {
  const groups = groupByTopic(chosen)
  const quoted = (candidate: Candidate): Statement => ({
    text: null,
    by: speakerAndTitle(candidate.sentence.speaker, candidate.source.title),
    quotes: [toQuote(candidate)],
  })
  const title = `What ${sourceCount(coverage)} ${coverage.read === 1 ? 'says' : 'say'}`
  const blocks: Block[] = [
    { kind: 'heading', level: 2, text: question ? `${title}: “${question}”` : title },
    ...groups.flatMap(({ topic, candidates }): Block[] => [
      ...(topic && groups.length > 1 ? [{ kind: 'heading', level: 3, text: topic } as const] : []),
      { kind: 'list', statements: candidates.map(quoted) },
    ]),
  ]
  const data = {
    groups: groups.map(({ topic, candidates }) => ({
      topic,
      sentences: candidates.map((candidate) => ({
        text: candidate.sentence.text,
        speaker: candidate.sentence.speaker,
        quotes: [toQuote(candidate)],
      })),
    })),
  }
  return { coverage, blocks, data }
}

import {
  type Counts,
  choose,
  createCounts,
  type Relevance,
  relevanceTo,
  typicality,
} from '#engines/retrieval'
import type { SkillInput } from '#rules/run'
import { type Analysis, NothingToSay } from './analysis.ts'
import { bySpeaker } from './by-speaker.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import type { Block, Coverage, Draft, Statement } from './draft.ts'
import { groupByTopic } from './topics.ts'
import { sourceCount, speakerAndTitle, toQuote } from './wording.ts'

/** How many candidates of all sources are compared with each other. */
const comparedAtMost = 700
const keptOfOne = { least: 3, most: 150 }
/** How much the relevance of the sentence before counts. */
const context = 0.2

/**
 * An extractive summary of sentences whose words are typical of the material. With a question, it consists of the most
 * relevant sentences instead.
 */
export const createSummary = bySpeaker(summaryOf)

function summaryOf(input: SkillInput, expected: number, asked: string | null): Analysis {
  const counts = createCounts()
  const relevance = asked === null ? null : relevanceTo(asked)
  const answers = relevance && answersTo(relevance)
  const keptOfEach = Math.min(
    keptOfOne.most,
    Math.max(keptOfOne.least, Math.ceil(comparedAtMost / Math.max(1, expected))),
  )
  let candidates: Candidate[] = []
  let sources = 0
  let sentences = 0

  return {
    read(source) {
      sources++
      const ofSource = createCounts()
      const found = candidatesOf(source, relevance, (stems) => {
        sentences++
        counts.add(stems)
        ofSource.add(stems)
      })
      candidates.push(...best(found, answers ?? typical(ofSource), keptOfEach))
      if (candidates.length > 4 * comparedAtMost)
        candidates = best(candidates, answers ?? typical(counts), 2 * comparedAtMost)
    },
    finish(coverage) {
      const compared = best(candidates, answers ?? typical(counts), comparedAtMost)
      const atMost = input.sentences ?? usualLength(sources, sentences)
      const chosen = choose(compared, counts, atMost, answers)
      if (chosen.length === 0) throw nothing(input.question)
      return toDraft(chosen, coverage, input.question)
    },
  }
}

/** Returns the length of a summary in sentences: up to 10 for a single source, 14 for several. */
const usualLength = (sources: number, sentences: number) =>
  sources === 1 ? Math.min(10, 3 + Math.round(Math.log2(1 + sentences))) : Math.min(14, 6 + sources)

type Value = (candidate: Candidate) => number

/** The value of an answer; 0 if it is not about the question. */
function answersTo(relevance: Relevance): Value {
  return ({ match, before, weight }) => {
    const score = match ? relevance.score(match) : 0
    const legibility = Math.cbrt(weight)
    if (score * Math.min(1, 2 * legibility) < relevance.leastScore()) return 0
    return (score + (before ? context * relevance.score(before) : 0)) * legibility
  }
}

const typical =
  (counts: Counts): Value =>
  (candidate) =>
    typicality(candidate, counts)

/** Returns the candidates of the highest value, in the order in which they were read. */
function best(all: Candidate[], value: Value, atMost: number): Candidate[] {
  return all
    .map((candidate, n) => ({ candidate, n, score: value(candidate) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.n - b.n)
    .slice(0, atMost)
    .sort((a, b) => a.n - b.n)
    .map(({ candidate }) => candidate)
}

const nothing = (question: string | undefined) =>
  new NothingToSay(
    question === undefined ? 'There are no sentences to choose from.' : 'No sentence is about the question.',
  )

function toDraft(chosen: Candidate[], coverage: Coverage, question: string | undefined): Draft {
  const groups = groupByTopic(chosen)
  const quoted = (candidate: Candidate): Statement => ({
    text: null,
    by: speakerAndTitle(candidate.speaker, candidate.source.title),
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
        text: candidate.quotation.text,
        speaker: candidate.speaker,
        quotes: [toQuote(candidate)],
      })),
    })),
  }
  return { coverage, blocks, data }
}

import { characterStart, estimateTokens, type Span } from '#engines/language'
import { lexiconOf, wordsIn } from '#engines/language/lexicon'
import { type Match, relevanceTo } from '#engines/retrieval'
import type { SkillInput } from '#rules/run'
import type { Analysis } from './analysis.ts'
import { passageLine } from './data-line.ts'
import type { Coverage } from './draft.ts'
import { languageOf } from './passages.ts'
import type { SourceText } from './source-text.ts'
import { createSpeakersAsked } from './speakers-asked.ts'

/** Where a passage for a model is: texts stay in the database until their turn. */
export interface PlannedPassage extends Span {
  sourceId: string
  reading: string
  speaker: string | null
  /** What it adds to a prompt, estimated. */
  tokens: number
}

export interface PassagePlan extends Coverage {
  /** All passages. The most relevant ones are first; without a question, any first ones come from all over the sources. */
  passages: PlannedPassage[]
}

interface Candidate {
  passage: PlannedPassage
  match: Match | null
  /** Whether the question names who said it. */
  isAsked: boolean
  /** From 0 to 1: the share of its source's passages before which it comes. */
  turn: number
}

const passageChars = 1000

/** Divides all sources into passages, and decides which ones to read first in case not all of them can be. */
export function planPassages({ question }: SkillInput): Analysis<PassagePlan> {
  const relevance = question === undefined ? null : relevanceTo(question)
  const speakers = createSpeakersAsked(question ?? '')
  const candidates: Candidate[] = []
  let sources = 0

  return {
    read(source) {
      const { id, title, reading, text, segments, author, date } = source
      const lexicon = lexiconOf(languageOf(source))
      const spans = spansOf(text, segments)
      const asked = new Set(speakers.segmentsOf(source).map((segment) => segment.speaker))
      const turns = turnsOf(spans.length, (sources++ * goldenRatio) % 1)
      for (const [n, { start, end, speaker }] of spans.entries()) {
        const part = text.slice(start, end)
        const tokens = estimateTokens(passageLine(n, { title, speaker, author, date, text: part }))
        candidates.push({
          passage: { sourceId: id, reading, start, end, speaker, tokens },
          match: relevance?.count(wordsIn(`${speaker ?? author ?? ''} ${part}`), lexicon) ?? null,
          isAsked: asked.has(speaker),
          turn: turns[n]!,
        })
      }
    },
    finish(coverage) {
      const ranked = candidates.map((candidate) => ({
        ...candidate,
        score: candidate.match ? relevance!.score(candidate.match) : 0,
      }))
      ranked.sort((a, b) => Number(b.isAsked) - Number(a.isAsked) || b.score - a.score || a.turn - b.turn)
      return { ...coverage, passages: ranked.map(({ passage }) => passage) }
    },
  }
}

/** Its multiples, without their whole parts, are spread evenly from 0 to 1. */
const goldenRatio = (Math.sqrt(5) - 1) / 2

/**
 * Returns when each passage of a source has its turn, from 0 to 1, such that the first ones are spread evenly: one in the
 * middle, then at the quarters, then at the eighths. So the beginning, which is mostly a greeting, comes late.
 * @param offset from 0 to 1; differs between sources, of which many may have a single passage
 */
export function turnsOf(count: number, offset: number): number[] {
  const inTurn = Array.from({ length: count }, (_, n) => n).sort((a, b) => evenness(b) - evenness(a) || a - b)
  const turns = new Array<number>(count)
  for (const [turn, n] of inTurn.entries()) turns[n] = (turn + offset) / count
  return turns
}

/** The greatest power of two that divides the number of a passage, from 1. */
const evenness = (n: number) => (n + 1) & -(n + 1)

type Segment = SourceText['segments'][number]

/** Each is of one person, even if nobody knows their name. */
const isAlone = ({ kind }: Segment) => kind === 'turn' || kind === 'row' || kind === 'message'

/** Joins neighbouring short segments of one speaker, and divides long ones between words. */
function spansOf(text: string, segments: Segment[]): (Span & Pick<Segment, 'speaker'>)[] {
  const spans: (Span & Pick<Segment, 'speaker'>)[] = []
  let before = segments[0]
  let start = before?.start ?? 0
  let end = start
  const add = (from: number, to: number) => {
    if (text.slice(from, to).trim()) spans.push({ start: from, end: to, speaker: before!.speaker })
  }
  for (const segment of segments) {
    const isOther = isAlone(segment) || isAlone(before!) || segment.speaker !== before!.speaker
    if ((isOther || segment.end - start > passageChars) && end > start) {
      add(start, end)
      start = segment.start
    }
    before = segment
    end = segment.end
    while (end - start > passageChars) {
      const space = text.lastIndexOf(' ', start + passageChars)
      const cut = space > start + passageChars / 2 ? space : characterStart(text, start + passageChars)
      add(start, cut)
      start = cut
    }
  }
  add(start, end)
  return spans
}

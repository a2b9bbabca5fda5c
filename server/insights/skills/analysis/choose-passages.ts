import type { SkillInput } from '#contract'
import type { Coverage } from '../draft.ts'
import type { SourceText } from '../sources.ts'
import { languageOf } from '../text/passages.ts'
import { characterStart } from '../text/sentences.ts'
import { lexiconOf, wordsOf } from '../text/words.ts'
import { aboutOf } from './about.ts'
import type { Analysis } from './analysis.ts'

/** A part of a source, for a model. */
export interface Passage {
  sourceId: string
  title: string
  reading: string
  start: number
  text: string
}

export interface ChosenPassages extends Coverage {
  passages: Passage[]
  /** The number of passages in all sources. */
  of: number
}

const passageChars = 1000
/** Some 15,000 tokens of English. */
const charsAtMost = 60_000

interface Candidate {
  passage: Passage
  relevance: number
  /** In its source and in all sources, from 0. */
  number: number
  order: number
}

/** Chooses the passages most relevant to the question; without one, the beginnings of all sources. */
export function choosePassages({ question }: SkillInput, expected: number): Analysis<ChosenPassages> {
  const about = aboutOf(question)
  const keptOfOne = Math.ceil(charsAtMost / passageChars / Math.max(1, expected)) + 20
  const better = (a: Candidate, b: Candidate) =>
    b.relevance - a.relevance || a.number - b.number || a.order - b.order
  let candidates: Candidate[] = []
  let of = 0

  return {
    read(source) {
      const lexicon = lexiconOf(languageOf(source))
      const found = passagesOf(source).map((passage, number) => {
        const relevance = about?.relevance(wordsOf(passage.text), lexicon) ?? 0
        return { passage, relevance, number, order: of++ }
      })
      candidates.push(...found.sort(better).slice(0, keptOfOne))
      if (candidates.length > 20 * keptOfOne) candidates = fitting(candidates)
    },
    finish: (coverage) => {
      const chosen = fitting(candidates).sort((a, b) => a.order - b.order)
      return { ...coverage, passages: chosen.map(({ passage }) => passage), of }
    },
  }

  function fitting(all: Candidate[]): Candidate[] {
    let chars = 0
    return all.sort(better).filter(({ passage }) => {
      chars += passage.text.length
      return chars <= charsAtMost
    })
  }
}

/** Joins neighbouring short segments, and divides long ones between words. */
function passagesOf({ id, title, reading, text, segments }: SourceText): Passage[] {
  const passages: Passage[] = []
  const add = (start: number, end: number) => {
    if (text.slice(start, end).trim())
      passages.push({ sourceId: id, title, reading, start, text: text.slice(start, end) })
  }
  let start = segments[0]?.start ?? 0
  let end = start
  for (const segment of segments) {
    if (segment.end - start > passageChars && end > start) {
      add(start, end)
      start = segment.start
    }
    end = segment.end
    while (end - start > passageChars) {
      const space = text.lastIndexOf(' ', start + passageChars)
      const cut = space > start + passageChars / 2 ? space : characterStart(text, start + passageChars)
      add(start, cut)
      start = cut
    }
  }
  add(start, end)
  return passages
}

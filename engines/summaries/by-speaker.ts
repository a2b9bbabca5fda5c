import type { SkillInput } from '#rules/run'
import { type Analysis, NothingToSay } from './analysis.ts'
import type { SourceText } from './source-text.ts'
import { createSpeakersAsked } from './speakers-asked.ts'

/** Creates an analysis. @param asked what its sentences are about, apart from who says them; null for everything */
type Create = (input: SkillInput, expected: number, asked: string | null) => Analysis

/**
 * Returns an analysis that answers a question that names a speaker with the words of this speaker only: those about the rest
 * of the question or, if there are none, all.
 */
export function bySpeaker(create: Create): (input: SkillInput, expected?: number) => Analysis {
  return (input, expected = 1) => {
    const { question } = input
    const anyone = create(input, expected, question ?? null)
    if (question === undefined) return anyone

    const speakers = createSpeakersAsked(question)
    let ofSpeaker: { answers: Analysis; everything: Analysis } | null = null
    return {
      read(source) {
        const segments = speakers.segmentsOf(source)
        if (segments.length > 0) {
          ofSpeaker ??= {
            answers: create(input, expected, speakers.rest()),
            everything: create(input, expected, null),
          }
          const said: SourceText = { ...source, segments }
          ofSpeaker.answers.read(said)
          ofSpeaker.everything.read(said)
        }
        if (!ofSpeaker) anyone.read(source)
      },
      finish(coverage) {
        if (!ofSpeaker) return anyone.finish(coverage)
        try {
          return ofSpeaker.answers.finish(coverage)
        } catch (error) {
          if (error instanceof NothingToSay) return ofSpeaker.everything.finish(coverage)
          throw error
        }
      },
    }
  }
}

import { parentPort, workerData } from 'node:worker_threads'
import type { SkillInput } from '#contract'
import type { Coverage, SourceText } from '#engines/summaries'
import {
  type Analysis,
  createSentiment,
  createSummary,
  createThemes,
  NothingToSay,
  planPassages,
} from '#engines/summaries'

const analyses = {
  summarize: createSummary,
  themes: createThemes,
  sentiment: createSentiment,
  planPassages,
}
export type AnalysisName = keyof typeof analyses
export type ResultOf<Name extends AnalysisName> = ReturnType<ReturnType<(typeof analyses)[Name]>['finish']>

export interface Setup {
  name: AnalysisName
  input: SkillInput
  /** The number of sources to come. */
  expected: number
}

export type Question = { read: SourceText } | { finish: Coverage }
export type Reply =
  | { kind: 'loaded' }
  | { kind: 'read' }
  | { kind: 'result'; result: unknown }
  | { kind: 'nothing'; message: string }

const { name, input, expected } = workerData as Setup
const analysis: Analysis<unknown> = analyses[name](input, expected)

const reply = (message: Reply) => parentPort!.postMessage(message)
parentPort!.on('message', (question: Question) => reply(answer(question)))
setImmediate(reply, { kind: 'loaded' })

function answer(question: Question): Reply {
  try {
    if ('finish' in question) return { kind: 'result', result: analysis.finish(question.finish) }
    analysis.read(question.read)
    return { kind: 'read' }
  } catch (error) {
    if (error instanceof NothingToSay) return { kind: 'nothing', message: error.message }
    throw error
  }
}

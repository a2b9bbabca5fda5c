import assert from 'node:assert/strict'
import type { ModelRequest, Reply } from './model-endpoint.ts'

interface Origin {
  speaker?: string
  author?: string
  date?: string
}
interface Passage extends Origin {
  passage: number
  source: string
  text: string
}
/** An object if its origin is known. */
type Quote = string | (Origin & { quote: string })
interface Finding {
  finding: number
  claim: string
  sources: number
  quotes: Quote[]
}
interface Sentence {
  sentence: number
  text: string
  quotes: Quote[]
}

/** What a model answers at each step of a run; each has a usual answer. */
export interface ModelAnswers {
  find?: (passages: Passage[], request: ModelRequest) => Reply | Promise<Reply>
  merge?: (findings: Finding[]) => Reply
  report?: (findings: Finding[]) => Reply
  check?: (sentences: Sentence[]) => Reply
}

const fields = {
  Passages: ['passage', 'source', 'speaker', 'author', 'date', 'text'],
  Findings: ['finding', 'claim', 'sources', 'quotes'],
  Sentences: ['sentence', 'text', 'quotes'],
}

/** Returns the step that a request belongs to, and its data, of which nothing is outside of its lines. */
export function stepOf({ body: { messages } }: ModelRequest) {
  const [system, user] = messages.map(({ content }) => content)
  const [first = '', ...lines] = user!.split(/[\n\r\u2028\u2029]/)
  const kind = first.replace(/, one JSON object per line:$/, '') as keyof typeof fields
  const data = lines.map((line) => JSON.parse(line))
  for (const item of data)
    assert.deepEqual(
      Object.keys(item),
      fields[kind].filter((name) => !['speaker', 'author', 'date'].includes(name) || name in item),
    )
  const isMerge = kind === 'Findings' && system!.includes('shorten a list')
  return { kind, step: isMerge ? 'merge' : stepOfKind[kind], data }
}

const stepOfKind = { Passages: 'find', Findings: 'report', Sentences: 'check' } as const

/** A model that finds the beginning of each passage, reports each finding, and supports each sentence. */
export const answering =
  ({
    find = usual.find,
    merge = usual.merge,
    report = usual.report,
    check = usual.check,
  }: ModelAnswers = {}) =>
  async (request: ModelRequest): Promise<Reply> => {
    const { step, data } = stepOf(request)
    if (step === 'find') return find(data, request)
    return step === 'merge' ? merge(data) : step === 'report' ? report(data) : check(data)
  }

const usual: Required<ModelAnswers> = {
  find: (passages) =>
    JSON.stringify({
      findings: passages.map(({ passage, text }) => {
        const quote = text.trim().slice(0, 100)
        return { claim: quote, quotes: [{ passage, quote }] }
      }),
    }),
  merge: (findings) =>
    JSON.stringify({ findings: findings.map(({ finding, claim }) => ({ claim, findings: [finding] })) }),
  report: (findings) =>
    JSON.stringify({
      parts: [{ sentences: findings.map(({ finding, claim }) => ({ text: claim, findings: [finding] })) }],
    }),
  check: (sentences) =>
    JSON.stringify({ verdicts: sentences.map(({ sentence }) => ({ sentence, supported: true })) }),
}

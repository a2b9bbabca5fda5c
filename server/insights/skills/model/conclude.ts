import { z } from 'zod'
import { dataLine } from '#engines/summaries'
import { batchesOf } from './batches.ts'
import { contradicts } from './contradicts.ts'
import { itemNumber, objects } from './fields.ts'
import { type Finding, findingLine, quoteFields, readMerged, tokensOf } from './findings.ts'
import { checkPrompt, mergePrompt, reportPrompt, type Task } from './prompts.ts'
import { readJson } from './read-json.ts'
import { type Part, type Report, readReport, type Sentence } from './report.ts'
import type { Read, Session } from './session.ts'

/** Writes a report on findings, without sentences that their quotations do not support. @throws RunError */
export async function writeReport(session: Session, task: Task, collected: Finding[]): Promise<Report> {
  const { input } = session.roomFor(reportPrompt(task, []).system)
  const findings = await shorten(session, task, collected, input)
  const prompt = reportPrompt(task, findings.map(findingLine))
  const report = await session.ask(
    prompt,
    (answer) => asRead(readReport(answer, findings, task.input.sentences)),
    'Writing the report',
  )
  if (!report) throw session.problem()
  const supported = await check(
    session,
    report.parts.flatMap(({ sentences }) => sentences),
  )
  let dropped = report.dropped
  const parts = report.parts.map(({ heading, sentences }): Part => {
    const kept = sentences.filter((sentence) => supported.has(sentence))
    dropped += sentences.length - kept.length
    return { heading, sentences: kept }
  })
  return { parts, dropped }
}

const asRead = <Result>(result: Result | null): Read<Result> =>
  result ? { result } : { result, repair: 'unreadable' }

/** Joins findings, half as many each time, until they fit into one call. */
async function shorten(session: Session, task: Task, all: Finding[], room: number): Promise<Finding[]> {
  let findings = all
  const sizeOf = (finding: Finding) => tokensOf([findingLine(finding, all.length)])
  while (findings.reduce((sum, finding) => sum + sizeOf(finding), 0) > room) {
    const shorter: Finding[] = []
    for (const group of batchesOf(findings, sizeOf, session.roomFor(mergePrompt(task, [], 0).system).input)) {
      const atMost = Math.max(1, Math.floor(group.length / 2))
      const merged = await session.ask(
        mergePrompt(task, group.map(findingLine), atMost),
        (answer) => asRead(readMerged(answer, group, atMost)),
        'Combining findings',
      )
      shorter.push(...(merged ?? mostQuoted(group, atMost)))
    }
    findings = shorter
  }
  return findings
}

/** What is left of findings if the model does not join them. */
const mostQuoted = (findings: Finding[], atMost: number): Finding[] => {
  const kept = new Set([...findings].sort((a, b) => b.quotes.length - a.quotes.length).slice(0, atMost))
  return findings.filter((finding) => kept.has(finding))
}

/** Returns the sentences that their quotations support. */
async function check(session: Session, sentences: Sentence[]): Promise<Set<Sentence>> {
  const plausible = sentences.filter((sentence) => !contradicts(sentence))
  const { input } = session.roomFor(checkPrompt([]).system)
  const sizeOf = (sentence: Sentence) => tokensOf([sentenceLine(sentence, sentences.length)])
  const supported = new Set<Sentence>()
  for (const group of batchesOf(plausible, sizeOf, input)) {
    const found = await session.ask(
      checkPrompt(group.map(sentenceLine)),
      (answer) => asRead(readVerdicts(answer, group)),
      'Checking sentences against their quotations',
    )
    if (!found) throw session.problem()
    for (const sentence of found) supported.add(sentence)
  }
  return supported
}

const verdicts = z.object({
  verdicts: objects(z.object({ sentence: itemNumber, supported: z.boolean().catch(false) })),
})

const quoteCharsAtMost = 700

const sentenceLine = ({ text, quotes }: Sentence, n: number): string =>
  dataLine({
    sentence: n + 1,
    text,
    quotes: quotes.map((quote) => quoteFields(quote, quoteCharsAtMost)),
  })

/** Reads which sentences are supported; one without a verdict is not. @returns null if it has another form */
export function readVerdicts(answer: string, sentences: Sentence[]): Sentence[] | null {
  const read = readJson(answer, verdicts, 'verdicts')
  if (!read) return null
  const refused = new Set(read.verdicts.filter(({ supported }) => !supported).map(({ sentence }) => sentence))
  const supported = new Set(read.verdicts.map(({ sentence }) => sentence).filter((one) => !refused.has(one)))
  return sentences.filter((_, n) => supported.has(n + 1))
}

import { estimateTokens } from '#engines/language'
import type { PassagePlan, PlannedPassage } from '#engines/summaries'
import { passageLine } from '#engines/summaries'
import { RunError } from '../runs/attempt.ts'
import type { Work } from '../runs/work-on.ts'
import { batchesOf } from './batches.ts'
import { type Finding, findingLine, readFindings, tokensOf } from './findings.ts'
import { findPrompt, type Prompt, type Task } from './prompts.ts'
import { type Passage, readPassages } from './read-passages.ts'
import { outOfTokens, type Session } from './session.ts'

export interface Collected {
  findings: Finding[]
  /** How many passages the model has read. */
  read: number
  /** How many of its claims had no exact quotation. */
  dropped: number
  /** Whether it read only as many passages as the tokens of the run allowed. */
  isLimited: boolean
}

/** How many tokens of an answer one finding takes. */
const tokensOfFinding = 150

/**
 * Lets the model read all passages, in their order in the sources, as many at a time as fit into its context. If the
 * tokens of the run do not suffice for all of them, it reads those first that the plan has first.
 */
export async function collectFindings(
  { db, signal }: Work,
  session: Session,
  { task, plan, contextTokens }: { task: Task; plan: PassagePlan; contextTokens: number },
  onRead: (passages: number) => void,
): Promise<Collected> {
  const { system } = findPrompt(task, [], 0)
  const room = session.roomFor(system)
  const atMost = Math.floor(room.output / tokensOfFinding)
  const findings: Finding[] = []
  let [read, dropped] = [0, 0]
  let waiting = plan.passages
  let isLimited = false

  while (waiting.length > 0 && !isLimited) {
    const next = affordable(waiting)
    isLimited = next.length === 0
    waiting = waiting.slice(next.length)
    for (const batch of batchesOf(next.toSorted(inSources), ({ tokens }) => tokens, room.input)) {
      signal.throwIfAborted()
      // Answers may have taken more tokens than expected.
      isLimited = affordable(batch).length < batch.length
      if (isLimited) break
      const passages = await readPassages(db.reader, batch)
      if (passages.length === 0) continue
      const found = await find(passages)
      if (found) {
        findings.push(...found.findings)
        dropped += found.dropped
        read += passages.length
      }
      // A model that does not understand the first passages will hardly understand others.
      else if (read === 0) throw session.problem()
      onRead(read)
    }
  }
  if (read === 0) throw plan.passages.length === 0 ? nothingToRead() : outOfTokens()
  return { findings, read, dropped, isLimited }

  function find(passages: Passage[]) {
    const lines = passages.map((passage, n) => passageLine(n + 1, passage))
    const prompt: Prompt = findPrompt(task, lines, atMost)
    return session.ask(
      prompt,
      (answer) => {
        const result = readFindings(answer, passages)
        if (!result) return { result, repair: 'unreadable' }
        return result.findings.length === 0 && result.dropped > 0
          ? { result, repair: 'ungrounded' }
          : { result }
      },
      'Reading passages',
    )
  }

  /** Returns the first passages that can be read so that enough tokens are left for the report. */
  function affordable(passages: PlannedPassage[]): PlannedPassage[] {
    let left = session.left() - toConclude(findings, contextTokens, room.input)
    const ofCall = estimateTokens(system) + room.output
    let inCall = 0
    const count = passages.findIndex(({ tokens }) => {
      if (inCall < tokens) {
        left -= ofCall
        inCall = room.input
      }
      inCall -= tokens
      left -= tokens
      return left < 0
    })
    return count < 0 ? passages : passages.slice(0, count)
  }
}

/** Returns how many tokens a report on findings and its check take, estimated. */
function toConclude(findings: Finding[], contextTokens: number, room: number): number {
  const tokens = tokensOf(findings.map(findingLine))
  return 2 * contextTokens + (tokens > room ? 2 * tokens : 0)
}

/** Sources are in the order of their ids, so later ones do not change how earlier ones are divided. */
const inSources = (a: PlannedPassage, b: PlannedPassage) =>
  a.sourceId === b.sourceId ? a.start - b.start : a.sourceId < b.sourceId ? -1 : 1

const nothingToRead = () => new RunError('nothing_to_say', 'The sources contain no text.')

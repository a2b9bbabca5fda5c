import { setTimeout as wait } from 'node:timers/promises'
import { getRun, type Run, startRun } from '#contract'
import { Failure } from '../failure.ts'
import type { Session } from '../session.ts'
import { showField } from '../show/answer.ts'
import { harmlessLines } from '../show/harmless.ts'
import { printJson } from '../show/json.ts'
import { printLine, say } from '../terminal.ts'
import type { Command } from './command.ts'
import { commandOf, requestOf } from './of-operation.ts'

const firstLookMs = 200
const slowestMs = 2000

const plain = commandOf(startRun)

/** `skills run`, which waits as long as it takes where the operation alone waits for a minute. */
export const runSkill: Command = {
  ...plain,
  options: [
    ...plain.options.filter(({ field }) => field !== 'wait'),
    {
      name: 'wait',
      field: '--wait',
      kind: 'flag',
      means: [true],
      summary: 'Until it has finished, and print what it wrote, as Markdown',
    },
  ],
  async run(input, session) {
    if (!input['--wait']) return plain.run(input, session)
    const field = input['--field'] as string | undefined
    const showOne = field === undefined ? undefined : showField(startRun.result, field)
    const request = await requestOf(runSkill, startRun, input)
    const idempotencyKey = input['--idempotency-key'] as string | undefined
    const started = await session.call(startRun, request as { name: string; projectId: string }, {
      idempotencyKey,
    })
    const run = await untilFinished(started, session)
    if (input['--json']) await printJson(run)
    if (run.status !== 'succeeded') {
      throw new Failure(`The run ${run.id} ended as ${run.status}. ${run.error?.message ?? ''}`.trim())
    }
    if (showOne) await showOne(run)
    else if (!input['--json']) await printLine(harmlessLines(run.output?.markdown ?? '').trimEnd())
  },
}

async function untilFinished(started: Run, session: Session): Promise<Run> {
  let run = started
  let told = ''
  try {
    for (let pause = firstLookMs; run.finishedAt === null; pause = Math.min(pause * 1.5, slowestMs)) {
      const { done, total, message } = run.progress
      const text = message && `${message}${total > 0 ? ` (${done} of ${total})` : ''}`
      if (text && text !== told) say(text)
      told = text
      await wait(pause, undefined, { signal: session.signal })
      run = await session.call(getRun, { runId: run.id })
    }
    return run
  } catch (error) {
    say(`The run goes on. See: aerie skills get-run ${run.id}`)
    throw error
  }
}

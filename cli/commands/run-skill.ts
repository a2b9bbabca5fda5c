import { setTimeout as wait } from 'node:timers/promises'
import { getRun, type Run, startRun } from '#contract'
import { type Command, flag } from '../command.ts'
import { Failure } from '../failure.ts'
import type { Session } from '../session.ts'
import { printJson } from '../show/json.ts'
import { showField } from '../show/response.ts'
import { sanitizeLines } from '../show/sanitize.ts'
import { log, printLine } from '../show/terminal.ts'
import { commandOf, requestOf } from './of-operation.ts'

const firstPollMs = 200
const slowestPollMs = 2000

const plain = commandOf(startRun)

/** `skills run`, whose `--wait` has no limit; that of the operation is a minute. */
export const runSkill: Command = {
  ...plain,
  options: [
    ...plain.options.filter(({ field }) => field !== 'wait'),
    flag('wait', 'Wait until it has finished, and print its output as Markdown'),
  ],
  async run(input, session) {
    if (!input['--wait']) return plain.run(input, session)
    const field = input['--field'] as string | undefined
    const showOne = field === undefined ? undefined : showField(startRun.result, field)
    const request = (await requestOf(runSkill, startRun, input)) as { name: string; projectId: string }
    const idempotencyKey = input['--idempotency-key'] as string | undefined
    const run = await untilFinished(await session.call(startRun, request, { idempotencyKey }), session)
    if (input['--json']) await printJson(run)
    if (run.status !== 'succeeded') {
      const { message = '', endpointMessage } = run.error ?? {}
      const reason = [message, endpointMessage].filter(Boolean).join(' ')
      throw new Failure(`Run ${run.id} ended as ${run.status}. ${reason}`.trim())
    }
    if (showOne) await showOne(run)
    else if (!input['--json']) await printLine(sanitizeLines(run.output?.markdown ?? '').trimEnd())
  },
}

async function untilFinished(started: Run, session: Session): Promise<Run> {
  let run = started
  let lastText = ''
  try {
    for (let pause = firstPollMs; run.finishedAt === null; pause = Math.min(pause * 1.5, slowestPollMs)) {
      const { done, total, message } = run.progress
      const text = message && `${message}${total > 0 ? ` (${done} of ${total})` : ''}`
      if (text && text !== lastText) log(text)
      lastText = text
      await wait(pause, undefined, { signal: session.signal })
      run = await session.call(getRun, { runId: run.id })
    }
    return run
  } catch (error) {
    log(`The run continues. See: aerie skills get-run ${run.id}`)
    throw error
  }
}

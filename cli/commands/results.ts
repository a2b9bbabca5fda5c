import { setTimeout as wait } from 'node:timers/promises'
import { getTrackerResults, type Mention } from '#contract'
import { keepCursor, readCursor } from '../cursor-file.ts'
import { misuse } from '../parse.ts'
import type { Session } from '../session.ts'
import { showAnswer } from '../show/answer.ts'
import { say, terminal } from '../terminal.ts'
import type { Command, Input } from './command.ts'
import { rowOf } from './general-options.ts'
import { commandOf, requestOf } from './of-operation.ts'

const lookEveryMs = 1000
const forPeople = 'occurredAt,sourceTitle,speaker,snippet'

const plain = commandOf(getTrackerResults)

/** `trackers results`, which can also go on from where it was, and go on waiting for more. */
export const results: Command = {
  ...plain,
  options: [
    ...plain.options,
    {
      name: 'follow',
      field: '--follow',
      kind: 'flag',
      means: [true],
      summary: 'Print each new mention as it comes, until Ctrl-C',
    },
    {
      name: 'cursor-file',
      field: '--cursor-file',
      kind: 'text',
      value: 'FILE',
      summary: 'Print what is new since the last time; where that was is kept in this file',
    },
  ],
  async run(input, session) {
    const { '--follow': follow, '--cursor-file': file, '--all': all } = input
    const columns = input['--columns'] ?? (terminal.reads ? forPeople : undefined)
    if (!follow && file === undefined)
      return plain.run({ ...input, ...(columns ? { '--columns': columns } : {}) }, session)
    if (input.order === 'newest') throw misuse(results, ['--order newest: what is new comes last'])
    if (all || (file !== undefined && input.after !== undefined)) {
      throw misuse(results, [
        `${all ? '--all' : '--after'} does not go with ${file ? '--cursor-file' : '--follow'}`,
      ])
    }
    const request = await requestOf(results, getTrackerResults, input)
    const show = showAnswer(rowOf(getTrackerResults), {
      asJson: input['--json'] === true,
      columns: columns as string | undefined,
      asLines: true,
    })
    await readOn(
      session,
      { limit: 200, ...request },
      follow === true,
      file as string | undefined,
      async (data) => {
        if (data.length > 0 || !follow) await show({ data })
      },
    )
  },
}

/**
 * Prints page after page. The cursor is kept once its page is printed: a mention may be printed again after a crash, and
 * none is left out.
 */
async function readOn(
  session: Session,
  request: Input,
  follow: boolean,
  file: string | undefined,
  show: (data: Mention[]) => Promise<void>,
): Promise<void> {
  let after = (file && (await readCursor(file))) ?? request.after
  let isAway = false
  let patience = {}
  for (;;) {
    const input = { ...request, ...(after !== undefined && { after }) } as { trackerId: string }
    const { data, cursor } = await session.call(getTrackerResults, input, { patience })
    if (isAway) say('The server is back.')
    isAway = false
    await show(data)
    if (cursor && cursor !== after) {
      after = cursor
      if (file) await keepCursor(file, cursor)
    }
    if (data.length === Number(request.limit)) continue
    if (!follow) return
    await wait(lookEveryMs, undefined, { signal: session.signal })
    // Who has once been answered waits, however long the server is away.
    patience = { attempts: Number.POSITIVE_INFINITY, onPause: tellOnce }
  }

  function tellOnce({ message }: Error): void {
    if (!isAway) say(`${message} Waiting for it.`)
    isAway = true
  }
}

import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { getTrackerResults, type Mention } from '#contract'
import { type Command, flag, type Input, option } from '../command.ts'
import { Failure } from '../failure.ts'
import { usageError } from '../parse.ts'
import type { Session } from '../session.ts'
import { showResponse } from '../show/response.ts'
import { log, terminal } from '../show/terminal.ts'
import { writeAtomically } from '../write-file.ts'
import { rowOf } from './general-options.ts'
import { commandOf, requestOf } from './of-operation.ts'

const pollIntervalMs = 1000
const interactiveColumns = 'occurredAt,sourceTitle,speaker,snippet'

const plain = commandOf(getTrackerResults)

/** `trackers results`, which can also resume from a saved cursor and wait for new mentions. */
export const results: Command = {
  ...plain,
  options: [
    ...plain.options,
    flag('follow', 'Print new mentions as they arrive, until Ctrl-C'),
    option('cursor-file', 'FILE', 'Print mentions since the last run; the position is saved in this file'),
  ],
  async run(input, session) {
    const { '--follow': follow, '--cursor-file': file, '--all': all } = input
    const columns = input['--columns'] ?? (terminal.isInteractive ? interactiveColumns : undefined)
    if (!follow && file === undefined) {
      return plain.run({ ...input, ...(columns ? { '--columns': columns } : {}) }, session)
    }
    if (input.order === 'newest') throw usageError(results, ['--order newest: new mentions come last'])
    if (all || (file !== undefined && input.after !== undefined)) {
      const options = [all ? '--all' : '--after', file ? '--cursor-file' : '--follow']
      throw usageError(results, [`${options.join(' and ')} cannot be combined`])
    }
    const request = await requestOf(results, getTrackerResults, input)
    const show = showResponse(rowOf(getTrackerResults), {
      asJson: input['--json'] === true,
      columns: columns as string | undefined,
      asLines: true,
    })
    const showMentions = async (data: Mention[]) => {
      if (data.length > 0 || !follow) await show({ data })
    }
    const cursor = file === undefined ? undefined : String(file)
    await readOn(session, { limit: 200, ...request }, follow === true, cursor, showMentions)
  },
}

/**
 * Prints page after page. The cursor is saved after its page was printed: after a crash a mention may be printed again, and
 * none is lost.
 */
async function readOn(
  session: Session,
  request: Input,
  follow: boolean,
  cursorFile: string | undefined,
  show: (data: Mention[]) => Promise<void>,
): Promise<void> {
  let after = (cursorFile && (await readCursor(cursorFile))) ?? request.after
  let isAway = false
  let retry = {}
  for (;;) {
    const input = { ...request, ...(after !== undefined && { after }) } as { trackerId: string }
    const { data, cursor } = await session.call(getTrackerResults, input, { retry })
    if (isAway) log('The server is back.')
    isAway = false
    await show(data)
    if (cursor && cursor !== after) {
      after = cursor
      if (cursorFile) await saveCursor(cursorFile, cursor)
    }
    if (data.length === Number(request.limit)) continue
    if (!follow) return
    await wait(pollIntervalMs, undefined, { signal: session.signal })
    // After one response, it waits for the server however long that is away.
    retry = { attempts: Number.POSITIVE_INFINITY, onPause: logOnce }
  }

  function logOnce({ message }: Error): void {
    if (!isAway) log(`${message} Waiting for it.`)
    isAway = true
  }
}

async function readCursor(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new Failure(`${path} cannot be read: ${error.message}`)
  })
  return text.trim() || undefined
}

async function saveCursor(path: string, cursor: string): Promise<void> {
  await writeAtomically(path, `${cursor}\n`).catch((error: Error) => {
    throw new Failure(`${path} cannot be written: ${error.message}`)
  })
}

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Database } from '#database'
import type { Files } from '#files'
import { yieldToServer } from '#processes'
import { BackupError } from '../error.ts'
import type { Done, FromProcess, Task, ToProcess } from './messages.ts'
import { endCopy, performStep } from './online-copy.ts'

const program = fileURLToPath(new URL('./main.ts', import.meta.url))

/** Less memory instead of speed. */
const flags = [
  '--liftoff-only',
  '--single-threaded',
  '--optimize-for-size',
  '--max-semi-space-size=1',
  '--max-old-space-size=256',
]

export type RunningStep = Extract<FromProcess, { step: unknown }>['step']

interface Server {
  db: Database
  files: Files
  /** Ends the process when aborted. */
  signal: AbortSignal
  onStep(step: RunningStep): void
}

/**
 * Makes a backup in a separate process, while the server stays in use.
 * @throws BackupError with a sentence for the operator, another error (`isUnavailable`, or unexpected), or the signal's reason
 */
export async function runBackup(task: Task, { db, files, signal, onStep }: Server): Promise<Done> {
  signal.throwIfAborted()
  // On PostgreSQL, other nodes remove files as well; links keep them.
  const release = task.databaseUrl ? undefined : files.holdRemovals()
  const started = fork(program, { execArgv: flags, serialization: 'advanced' })
  if (started.pid !== undefined) yieldToServer(started.pid)
  const stop = () => started.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  try {
    return await resultOf(started, task, db, onStep)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
    // If the database is unavailable, the next copy does it.
    if (!task.databaseUrl) await endCopy(db).catch(() => {})
    await release?.()
  }
}

function resultOf(started: ChildProcess, task: Task, db: Database, onStep: Server['onStep']): Promise<Done> {
  const { promise, resolve, reject } = Promise.withResolvers<Done>()
  const tell = (message: ToProcess) => {
    // It may have ended meanwhile.
    if (started.connected) started.send(message, () => {})
  }
  started.on('message', (message: FromProcess) => {
    if ('step' in message) onStep(message.step)
    if ('done' in message) resolve(message.done)
    if ('failed' in message)
      reject(
        message.stack
          ? Object.assign(new Error(message.failed), { code: message.code, stack: message.stack })
          : new BackupError(message.failed),
      )
    if ('ask' in message)
      performStep(db, message.ask).then(
        (answer) => tell({ answer }),
        (error: Error) => tell({ refused: error.message }),
      )
  })
  started.on('error', reject)
  started.on('exit', (code, signal) =>
    reject(new BackupError(`The process that makes backups ended with ${signal ?? `code ${code}`}.`)),
  )
  tell({ task })
  return promise
}

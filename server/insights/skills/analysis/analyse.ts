import { Worker } from 'node:worker_threads'
import { inHelperTurn } from '#platform'
import { RunError } from '../runs/attempt.ts'
import type { Work } from '../runs/work-on.ts'
import { readSources, selectSources } from '../sources.ts'
import type { AnalysisName, Question, Reply, ResultOf, Setup } from './worker.ts'

const memoryMb = 768

/**
 * Analyses the sources of a run in a worker thread, which the signal terminates. If memory is scarce, it waits for its turn.
 * @throws RunError if there is no result
 */
export const analyse = <Name extends AnalysisName>(name: Name, work: Work): Promise<ResultOf<Name>> =>
  inHelperTurn(() => analyseNow(name, work), { signal: work.signal })

async function analyseNow<Name extends AnalysisName>(
  name: Name,
  { db, run, signal, report }: Work,
): Promise<ResultOf<Name>> {
  report({ done: 0, total: 0, message: 'Looking for sources' })
  const { sources, total } = await selectSources(db.reader, run)
  if (sources.length === 0) throw noSources()
  const thread = startThread({ name, input: run.input, expected: sources.length }, signal)
  try {
    let done = 0
    for await (const text of readSources(db.reader, sources)) {
      report({ done, total: sources.length, message: `Reading “${text.title}”` })
      await thread.ask({ read: text })
      done++
    }
    if (done === 0) throw noSources()
    report({ done, total: sources.length, message: 'Writing' })
    const reply = await thread.ask({ finish: { read: done, total } })
    if (reply.kind !== 'result') throw new Error(`The thread replied ${reply.kind} instead of a result.`)
    return reply.result as ResultOf<Name>
  } finally {
    await thread.end()
  }
}

const noSources = () => new RunError('no_sources', 'No ready source matches the input.')

function startThread(setup: Setup, signal: AbortSignal) {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: setup,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => {})
  worker.on('error', (error) => ended.reject(isOutOfMemory(error) ? tooMuch() : error))
  worker.on('exit', () => ended.reject(new Error('The thread ended early.')))
  const loaded = new Promise((resolve) => worker.once('message', resolve).once('exit', resolve))
  // V8 aborts the process if a thread is terminated while its modules await at the top level.
  const terminate = () => loaded.then(() => worker.terminate())
  const abort = () => {
    ended.reject(signal.reason)
    void terminate()
  }
  signal.addEventListener('abort', abort)
  return {
    async ask(question: Question): Promise<Reply> {
      await Promise.race([loaded, ended.promise])
      const replied = Promise.withResolvers<Reply>()
      worker.once('message', replied.resolve)
      worker.postMessage(question)
      const reply = await Promise.race([replied.promise, ended.promise])
      if (reply.kind === 'nothing') throw new RunError('nothing_to_say', reply.message)
      return reply
    },
    async end() {
      signal.removeEventListener('abort', abort)
      await terminate()
    },
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
const tooMuch = () => new RunError('too_much_text', 'The sources contain too much text. Choose fewer.')

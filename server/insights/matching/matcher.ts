import { Worker } from 'node:worker_threads'
import type { FoundList, Text, TrackerSet } from './definition.ts'
import { readAll } from './found.ts'
import { QueryError } from './query.ts'
import type { Answer, Cancellation, Request } from './worker.ts'

const idleForMs = 60_000
const heapMegabytes = 1024

export interface Matcher {
  /**
   * Finds the mentions of all trackers in one pass over the text. Each list is in the order of the text, and at most
   * `mostFound` long.
   * @throws QueryError if the query of a tracker is invalid; the signal's reason if it aborts
   */
  match(text: Text, set: TrackerSet, signal?: AbortSignal): Promise<Map<string, FoundList>>
  /** Ends the thread, and rejects pending calls. */
  stop(): Promise<void>
}

interface Waiting {
  request: Request
  set: TrackerSet
  resolve(found: Map<string, FoundList>): void
  reject(error: Error): void
}

/**
 * Matches in a worker thread, so that a long text does not block the event loop. The thread starts when first needed and
 * ends after a minute without work. If it dies, pending calls are rejected and the next call starts another.
 */
export function createMatcher(): Matcher {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let stopped = false
  let requests = 0

  function start(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    const fail = (error: Error) => {
      if (worker !== started) return
      worker = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('message', (answer: Answer) => settle(started, answer))
    started.on('error', fail)
    started.on('exit', () => fail(new Error('The matching thread ended.')))
    return started
  }

  function settle(from: Worker, answer: Answer): void {
    const one = waiting.get(answer.id)
    if (!one) return
    if ('wants' in answer) {
      from.postMessage({ ...one.request, set: one.set } satisfies Request)
      return
    }
    waiting.delete(answer.id)
    if (waiting.size === 0) rest()
    if ('found' in answer) one.resolve(readAll(answer.found, one.set))
    else
      one.reject(
        answer.position === null ? new Error(answer.error) : new QueryError(answer.error, answer.position),
      )
  }

  /** An idle thread does not keep the process alive. */
  function rest(): void {
    worker?.unref()
    idle = setTimeout(() => end(), idleForMs).unref()
  }

  async function end(): Promise<void> {
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  return {
    async match({ text, segments, language }, set, signal) {
      if (stopped) throw new Error('Matching has stopped.')
      signal?.throwIfAborted()
      clearTimeout(idle)
      worker ??= start()
      worker.ref()
      const request: Request = {
        id: ++requests,
        text,
        segments: asNumbers(segments),
        language,
        key: set.key,
      }
      const { promise, resolve, reject } = Promise.withResolvers<Map<string, FoundList>>()
      waiting.set(request.id, { request, set, resolve, reject })
      worker.postMessage(request)
      const cancel = () => {
        if (!waiting.delete(request.id)) return
        worker?.postMessage({ cancels: request.id } satisfies Cancellation)
        if (waiting.size === 0) rest()
        reject(signal!.reason)
      }
      signal?.addEventListener('abort', cancel)
      return promise.finally(() => signal?.removeEventListener('abort', cancel))
    },
    async stop() {
      stopped = true
      clearTimeout(idle)
      await end()
      for (const { reject } of waiting.values()) reject(new Error('Matching has stopped.'))
      waiting.clear()
    },
  }
}

function asNumbers(segments: Text['segments']): Int32Array<ArrayBuffer> {
  const numbers = new Int32Array(2 * segments.length)
  for (const [n, { start, end }] of segments.entries()) {
    numbers[2 * n] = start
    numbers[2 * n + 1] = end
  }
  return numbers
}

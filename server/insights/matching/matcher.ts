import { Worker } from 'node:worker_threads'
import type { FoundList, Part, ScannedPart, Text, TrackerSet } from '#engines/matching'
import { QueryError, readAll } from '#engines/matching'
import type { Answer, Cancellation, NextPart, Request } from './worker.ts'

const idleForMs = 60_000
const heapMegabytes = 1024

export interface Matcher {
  /**
   * Finds the mentions of all trackers in one pass over the text, with one part in memory and the next on its way. Each
   * list is in the order of the text, and at most `mostFound` long.
   * @throws QueryError if the query of a tracker is invalid; the signal's reason if it aborts; what `parts` throws
   */
  match(text: Text, set: TrackerSet, signal?: AbortSignal): Promise<Map<string, FoundList>>
  /** Ends the thread, and rejects pending calls. */
  stop(): Promise<void>
}

interface Waiting {
  request: Request
  set: TrackerSet
  /** The parts that follow. */
  parts: AsyncGenerator<Part>
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
      if (answer.wants === 'set') from.postMessage({ ...one.request, set: one.set } satisfies Request)
      else void sendNext(from, answer.id, one)
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

  async function sendNext(to: Worker, id: number, one: Waiting): Promise<void> {
    try {
      const { value } = await one.parts.next()
      if (waiting.has(id)) to.postMessage({ id, next: value } satisfies NextPart)
    } catch (error) {
      cancel(id, error as Error)
    }
  }

  function cancel(id: number, reason: Error): void {
    const one = waiting.get(id)
    if (!waiting.delete(id)) return
    worker?.postMessage({ cancels: id } satisfies Cancellation)
    if (waiting.size === 0) rest()
    one!.reject(reason)
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
    async match({ parts: given, language }, set, signal) {
      const parts = toScan(given, set)
      const { value: part } = await parts.next()
      if (stopped) throw new Error('Matching has stopped.')
      signal?.throwIfAborted()
      clearTimeout(idle)
      worker ??= start()
      worker.ref()
      const id = ++requests
      const request: Request = { id, part, language, key: set.key }
      const { promise, resolve, reject } = Promise.withResolvers<Map<string, FoundList>>()
      waiting.set(id, { request, set, parts, resolve, reject })
      worker.postMessage(request)
      const abort = () => cancel(id, signal!.reason)
      signal?.addEventListener('abort', abort)
      return promise.finally(() => signal?.removeEventListener('abort', abort))
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

/** Reads a part ahead, to know which is the last. */
async function* toScan(parts: Text['parts'], { trackers }: TrackerSet): AsyncGenerator<Part, never> {
  const areLimited = trackers.some(({ definition }) => definition.scope.speakers)
  let last: ScannedPart = { number: 1, start: 0, text: '', segments: [] }
  for await (const part of parts) {
    if (last.text !== '') yield asNumbers(last, areLimited, false)
    last = part
  }
  yield asNumbers(last, areLimited, true)
  throw new Error('There are no more parts.')
}

function asNumbers(
  { number, start, text, segments }: ScannedPart,
  withSpeakers: boolean,
  isLast: boolean,
): Part {
  const numbers = new Int32Array(2 * segments.length)
  for (const [n, segment] of segments.entries()) {
    numbers[2 * n] = segment.start - start
    numbers[2 * n + 1] = segment.end - start
  }
  const speakers = withSpeakers ? segments.map(({ speaker = null }) => speaker) : []
  return { number, start, text, segments: numbers, speakers, isLast }
}

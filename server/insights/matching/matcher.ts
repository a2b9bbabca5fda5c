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
export const createMatcher = (): Matcher => new ThreadMatcher()

class ThreadMatcher implements Matcher {
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #isStopped = false
  #requests = 0

  async match({ parts: given, language }: Text, set: TrackerSet, signal?: AbortSignal) {
    const parts = toScan(given, set)
    const { value: part } = await parts.next()
    if (this.#isStopped) throw new Error('Matching has stopped.')
    signal?.throwIfAborted()
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    this.#worker.ref()
    const id = ++this.#requests
    const request: Request = { id, part, language, key: set.key }
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, FoundList>>()
    this.#waiting.set(id, { request, set, parts, resolve, reject })
    this.#worker.postMessage(request)
    const abort = () => this.#cancel(id, signal!.reason)
    signal?.addEventListener('abort', abort)
    return promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#idle)
    await this.#end()
    this.#rejectAll(new Error('Matching has stopped.'))
  }

  #start(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    const fail = (error: Error) => {
      if (this.#worker !== started) return
      this.#worker = undefined
      this.#rejectAll(error)
    }
    started.on('message', (answer: Answer) => this.#settle(started, answer))
    started.on('error', fail)
    started.on('exit', () => fail(new Error('The matching thread ended.')))
    return started
  }

  #rejectAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  #settle(from: Worker, answer: Answer): void {
    const one = this.#waiting.get(answer.id)
    if (!one) return
    if ('wants' in answer) {
      if (answer.wants === 'set') from.postMessage({ ...one.request, set: one.set } satisfies Request)
      else void this.#sendNext(from, answer.id, one)
      return
    }
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) this.#rest()
    if ('found' in answer) one.resolve(readAll(answer.found, one.set))
    else
      one.reject(
        answer.position === null ? new Error(answer.error) : new QueryError(answer.error, answer.position),
      )
  }

  async #sendNext(to: Worker, id: number, one: Waiting): Promise<void> {
    try {
      const { value } = await one.parts.next()
      if (this.#waiting.has(id)) to.postMessage({ id, next: value } satisfies NextPart)
    } catch (error) {
      this.#cancel(id, error as Error)
    }
  }

  #cancel(id: number, reason: Error): void {
    const one = this.#waiting.get(id)
    if (!this.#waiting.delete(id)) return
    this.#worker?.postMessage({ cancels: id } satisfies Cancellation)
    if (this.#waiting.size === 0) this.#rest()
    one!.reject(reason)
  }

  /** An idle thread does not keep the process alive. */
  #rest(): void {
    this.#worker?.unref()
    this.#idle = setTimeout(() => this.#end(), idleForMs).unref()
  }

  async #end(): Promise<void> {
    const ended = this.#worker
    this.#worker = undefined
    await ended?.terminate()
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

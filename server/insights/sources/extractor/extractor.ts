import { maxTextChars } from '#contract'
import type { ArrivingText, Stored } from '#engines/extraction'
import { inHelperTurn, isMemoryScarce, totalMemory } from '#platform'
import { interrupted, Reader, type ReaderLimits } from './process/reader.ts'

const megabyte = 2 ** 20

export const usualLimits: ReaderLimits = {
  content: { textChars: maxTextChars, segments: 200_000, unpackedBytes: 200 * megabyte },
  // The system kills this process before the server when memory is short.
  memory: Math.min(1_000 * megabyte, 0.75 * totalMemory()),
  time: 120_000,
}

const atOnce = 2
const idleForMs = isMemoryScarce() ? 0 : 30_000

export interface Extractor {
  /**
   * Reads a file in a separate process, with limits of time and memory, and lets `use` read its text; at most two
   * simultaneously.
   * @throws ExtractionError; what `open` and `use` throw. After `interrupted`, which is no fault of the file, read it again.
   */
  extract<Result>(file: Stored, use: (text: ArrivingText) => Promise<Result>): Promise<Result>
  /** Ends the processes; pending calls fail with `interrupted`. */
  stop(): Promise<void>
}

/** Creates an extractor whose processes start on demand, and end when idle for a while: at once if memory is scarce. */
export function createExtractor(limits: ReaderLimits = usualLimits): Extractor {
  const idle: Reader[] = []
  const busy = new Set<Reader>()
  const waiting: (() => void)[] = []
  let idleTimeout: NodeJS.Timeout | undefined
  const stopping = new AbortController()
  const { signal } = stopping
  let working = 0

  function take(): Reader {
    for (let reader = idle.pop(); reader; reader = idle.pop()) if (reader.usable) return reader
    return new Reader(limits)
  }

  async function readWith<Result>(
    reader: Reader,
    file: Stored,
    use: (text: ArrivingText) => Promise<Result>,
  ) {
    clearTimeout(idleTimeout)
    busy.add(reader)
    try {
      return await reader.read(file, use)
    } finally {
      busy.delete(reader)
      if (reader.usable) idle.push(reader)
      clearTimeout(idleTimeout)
      idleTimeout = setTimeout(() => void endIdle(), idleForMs).unref()
    }
  }

  async function endIdle(): Promise<void> {
    await Promise.all(idle.splice(0).map((reader) => reader.end()))
  }

  return {
    async extract(file, use) {
      while (working >= atOnce && !signal.aborted) await new Promise<void>((resolve) => waiting.push(resolve))
      signal.throwIfAborted()
      working++
      try {
        return await inHelperTurn(() => readWith(take(), file, use), { signal })
      } finally {
        working--
        waiting.shift()?.()
      }
    },
    async stop() {
      stopping.abort(interrupted())
      clearTimeout(idleTimeout)
      for (const resume of waiting.splice(0)) resume()
      await Promise.all([...busy].map((reader) => reader.end()))
      await endIdle()
    },
  }
}

import { freemem, totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const megabyte = 1024 * 1024

/** Megabytes that a node needs while it starts and works. */
const needed = { embedded: 350, postgresql: 200 }

/** The machine or container has too little memory. The message is for the operator. */
export class MemoryError extends Error {
  override name = 'MemoryError'
}

/** Returns the memory of the machine, or of the container or service if that is limited further, in bytes. */
export const totalMemory = (): number => Math.min(process.constrainedMemory() || totalmem(), totalmem())

/**
 * Checks that there is enough memory before anything is created, because the system kills a process without a message.
 * @param free the bytes that the machine can still provide
 * @throws MemoryError
 */
export function requireMemory(
  kind: keyof typeof needed,
  { total = totalMemory(), free = freemem() + process.memoryUsage.rss() } = {},
): void {
  const available = Math.floor(Math.min(total, free) / megabyte)
  if (available >= needed[kind]) return
  const database = kind === 'embedded' ? 'the embedded database' : 'PostgreSQL'
  throw new MemoryError(
    `Aerie needs ${needed[kind]} MB of memory with ${database}, but only ${available} MB are available.`,
  )
}

/** Whether memory matters more than speed. */
export const isMemoryScarce = (): boolean => totalMemory() < 1_000 * megabyte

/** Makes V8 compile less and collect garbage sooner if there is little memory. */
export function spareMemory(): void {
  if (!isMemoryScarce()) return
  setFlagsFromString('--optimize-for-size')
  setFlagsFromString('--heap-growing-percent=10')
  // Applies to threads that start later.
  setFlagsFromString('--max-semi-space-size=1')
}

/**
 * Returns the memory to the system that only starting needed, about 40 MB. V8 has no function for it, only this flag, and
 * would also drop the compiled code of the embedded database.
 */
export function freeUnusedMemory(): void {
  setFlagsFromString('--no-flush-liftoff-code')
  setFlagsFromString('--expose-gc')
  const collect: typeof globalThis.gc = runInNewContext('gc')
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setFlagsFromString('--no-expose-gc')
  setFlagsFromString('--flush-liftoff-code')
}

import { Worker } from 'node:worker_threads'
import { busy, createKeyedQueue, invalidField, type Reader } from '#platform'
import type { Weakness } from './weakness.ts'
import type { Task } from './weakness-worker.ts'

const timeLimitMs = 10_000
const mostWaiting = 20

const oneAtATime = createKeyedQueue()
let waiting = 0

const reasons: Record<Weakness, string> = {
  name: 'it contains your name, your email address or the name of your organisation',
  repeat: 'it repeats the same characters',
  sequence: 'it follows the alphabet, the digits or the keyboard',
  common: 'it resembles a common password',
  guessable: 'attackers try such words and dates first',
}

/**
 * Refuses a new password that is easy to guess, also for someone who knows the user.
 * @param of the user, and the input field of the password
 * @throws Refusal `validation_failed` with the reason, or `busy` if twenty others are waiting
 */
export async function refuseWeakPassword(
  reader: Reader,
  password: string,
  of: { field: string; name: string; email: string },
): Promise<void> {
  if (waiting >= mostWaiting) throw busy()
  waiting++
  try {
    const { organisationName } = await reader
      .selectFrom('settings')
      .select('organisationName')
      .executeTakeFirstOrThrow()
    const task = { password, known: ['Aerie', of.name, of.email, organisationName] }
    const weakness = await oneAtATime('password', () => inThread(task))
    if (weakness)
      throw invalidField(of.field, `Too easy to guess: ${reasons[weakness]}. Use several unrelated words.`)
  } finally {
    waiting--
  }
}

/** Loading the dictionaries and the slowest passwords block a thread, which ends to free its memory. */
async function inThread(task: Task): Promise<Weakness | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Weakness | null>()
  const worker = new Worker(new URL('./weakness-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
  })
  worker.on('message', resolve).on('error', reject)
  const late = setTimeout(() => reject(busy()), timeLimitMs)
  try {
    return await promise
  } finally {
    clearTimeout(late)
    await worker.terminate()
  }
}

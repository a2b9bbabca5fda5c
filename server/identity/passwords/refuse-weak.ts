import type { Reader } from '#database'
import { createThread, invalidField } from '#platform'
import type { Weakness } from './weakness.ts'
import type { Task } from './weakness-worker.ts'

/**
 * Loading the dictionaries and the slowest passwords would block the server. With little CPU time, both take long: callers wait,
 * and those who try again find the dictionaries loaded.
 */
const findWeakness = createThread<Task, Weakness | null>(new URL('./weakness-worker.ts', import.meta.url), {
  taskMs: 10_000,
  idleMs: 600_000,
  heapMegabytes: 128,
  mostWaiting: 20,
})

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
  const { organisationName } = await reader
    .selectFrom('settings')
    .select('organisationName')
    .executeTakeFirstOrThrow()
  const weakness = await findWeakness({ password, known: ['Aerie', of.name, of.email, organisationName] })
  if (weakness)
    throw invalidField(of.field, `Too easy to guess: ${reasons[weakness]}. Use several unrelated words.`)
}

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createThread, type Turn } from '#platform'
import type { Task } from './hash-worker.ts'

/**
 * Hashes and verifies passwords, as `salt:key` in hexadecimal (scrypt). Each takes about a tenth of a second, so a thread
 * hashes one at a time: the threads of the event loop also read files.
 */
export function createPasswords() {
  const derive = createThread<Task, string>(new URL('./hash-worker.ts', import.meta.url), {
    idleMs: 60_000,
    heapMegabytes: 32,
    mostWaiting: 100,
  })

  /** @throws Refusal `busy` if a hundred others are waiting */
  async function hashPassword(password: string, turn?: Turn): Promise<string> {
    const salt = randomBytes(16).toString('hex')
    return `${salt}:${await derive({ password, salt }, turn)}`
  }

  return {
    hashPassword,

    /** Verifies a password, and takes equally long without a hash. @throws Refusal `busy` as for `hashPassword` */
    async verifyPassword(password: string, hash: string | null | undefined, turn?: Turn): Promise<boolean> {
      const [salt = '', key = ''] = (hash ?? '').split(':')
      const derived = Buffer.from(await derive({ password, salt }, turn))
      return hash != null && derived.length === key.length && timingSafeEqual(derived, Buffer.from(key))
    },
  }
}

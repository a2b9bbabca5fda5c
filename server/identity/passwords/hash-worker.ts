import { scryptSync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

export interface Task {
  password: string
  salt: string
}

/** The sign-in library's parameters (OWASP recommends them for scrypt), so that both read each other's hashes. */
const [keyBytes, cost] = [64, { N: 16384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }]

parentPort?.on('message', ({ password, salt }: Task) => {
  const key = scryptSync(password.normalize('NFKC'), salt, keyBytes, cost)
  parentPort?.postMessage({ done: key.toString('hex') })
})

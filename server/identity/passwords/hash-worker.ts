import { scryptSync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

export interface Task {
  password: string
  salt: string
}

/** OWASP recommends these parameters for scrypt. Stored hashes do not name theirs, so these never change. */
const [keyBytes, cost] = [64, { N: 16384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }]

parentPort?.on('message', ({ password, salt }: Task) => {
  const key = scryptSync(password.normalize('NFKC'), salt, keyBytes, cost)
  parentPort?.postMessage({ done: key.toString('hex') })
})

import { parentPort } from 'node:worker_threads'
import { weaknessOf } from './weakness.ts'

export interface Task {
  password: string
  known: string[]
}

parentPort?.on('message', ({ password, known }: Task) => {
  parentPort?.postMessage({ done: weaknessOf(password, known) })
})

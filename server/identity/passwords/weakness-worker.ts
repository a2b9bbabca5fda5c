import { parentPort, workerData } from 'node:worker_threads'
import { weaknessOf } from './weakness.ts'

export interface Task {
  password: string
  known: string[]
}

const { password, known } = workerData as Task
parentPort?.postMessage(weaknessOf(password, known))

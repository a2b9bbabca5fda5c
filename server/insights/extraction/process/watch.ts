import { workerData } from 'node:worker_threads'
import { memorySignal } from './messages.ts'

// A thread beside the one that reads, which may be busy for long and answers nobody then. Limits of V8 count its heap
// alone; what a file is inflated into lies outside of it, and only the operating system counts both.

const everyMs = 10
const { memory, server } = workerData as { memory: number; server: number }

setInterval(() => {
  // Whoever takes over the children of a server that was killed, nobody waits for the answer.
  if (process.ppid !== server) process.kill(process.pid, 'SIGKILL')
  if (process.memoryUsage.rss() > memory) process.kill(process.pid, memorySignal)
}, everyMs)

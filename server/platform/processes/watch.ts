// Separate because a thread begins with it.
import { workerData } from 'node:worker_threads'
import { memorySignal } from './endings.ts'

// Watches the memory from another thread, because the working thread can be busy for long. V8 limits only its own heap;
// inflated files and libraries are outside it.

const everyMs = 10
const { memory, server } = workerData as { memory: number; server: number }

setInterval(() => {
  // The server was killed.
  if (process.ppid !== server) process.kill(process.pid, 'SIGKILL')
  if (process.memoryUsage.rss() > memory) process.kill(process.pid, memorySignal)
}, everyMs)

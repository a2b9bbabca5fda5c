// The module of a thread that loads something large: until it is told that this is there, time passes and nothing is worked.
import { parentPort } from 'node:worker_threads'

const channel = new BroadcastChannel('slow dictionary')
const loaded = new Promise((resolve) => {
  channel.onmessage = resolve
})
channel.postMessage('loading')
await loaded
channel.close()

parentPort?.on('message', (task: string) => {
  while (task === 'without end');
  parentPort?.postMessage(task === 'wrong' ? { error: new Error('wrong') } : { done: task.toUpperCase() })
})

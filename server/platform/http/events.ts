import { PassThrough } from 'node:stream'
import type { File } from './file.ts'

export interface ServerSentEvent {
  event: string
  /** Is sent as JSON. */
  data: unknown
}

const heartbeatMs = 15_000

/**
 * Events as they happen (server-sent events, WHATWG HTML 9.2): each is sent at once, with a comment now and then by
 * which proxies see that the connection lives. It ends with `events`, and at once when `signal` is aborted, by which
 * `events` should end, too. An error in the midst of them ends the answer.
 */
export function sendEvents(events: AsyncIterable<ServerSentEvent>, signal: AbortSignal): File {
  const content = new PassThrough()
  const heartbeat = setInterval(() => content.write(': still here\n\n'), heartbeatMs)
  const end = () => {
    // A caller who reads slowly may still be at what comes before.
    clearInterval(heartbeat)
    content.end()
  }
  signal.addEventListener('abort', end, { once: true })
  content.once('close', () => {
    clearInterval(heartbeat)
    signal.removeEventListener('abort', end)
  })
  // Makes the head go out, so that the caller knows of being connected before anything happens.
  content.write(': connected\n\n')
  pass(events, content).then(end, (error) => content.destroy(error))
  return { type: 'text/event-stream', content }
}

async function pass(events: AsyncIterable<ServerSentEvent>, content: PassThrough): Promise<void> {
  let goOn = () => {}
  for (const name of ['drain', 'close']) content.on(name, () => goOn())
  for await (const { event, data } of events) {
    if (!content.writable) return
    if (content.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)) continue
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
  }
}

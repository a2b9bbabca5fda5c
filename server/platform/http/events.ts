import { PassThrough } from 'node:stream'
import type { File } from '../implement.ts'

export interface ServerSentEvent {
  event: string
  /** Sent as JSON. */
  data: unknown
}

const heartbeatMs = 15_000

/**
 * Sends events as they happen (server-sent events, WHATWG HTML 9.2), with a comment every 15 seconds as a keep-alive for
 * proxies. Ends when `events` does, or immediately when `signal` is aborted, which should end `events` as well. An error
 * in `events` breaks off the response.
 */
export function sendEvents(events: AsyncIterable<ServerSentEvent>, signal: AbortSignal): File {
  const content = new PassThrough()
  const heartbeat = setInterval(() => content.write(': still here\n\n'), heartbeatMs)
  const end = () => {
    // A slow reader may not have read everything yet.
    clearInterval(heartbeat)
    content.end()
  }
  signal.addEventListener('abort', end, { once: true })
  content.once('close', () => {
    clearInterval(heartbeat)
    signal.removeEventListener('abort', end)
  })
  // Sends the headers, so that the caller knows it is connected before the first event.
  content.write(': connected\n\n')
  pass(events, content).then(end, (error) => content.destroy(error))
  return { type: 'text/event-stream', content }
}

async function pass(events: AsyncIterable<ServerSentEvent>, content: PassThrough): Promise<void> {
  let resume = () => {}
  for (const name of ['drain', 'close']) content.on(name, () => resume())
  for await (const { event, data } of events) {
    if (!content.writable) return
    if (content.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)) continue
    await new Promise<void>((resolve) => {
      resume = resolve
    })
  }
}

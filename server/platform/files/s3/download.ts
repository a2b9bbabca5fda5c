import { Readable } from 'node:stream'
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { Range } from '../store.ts'
import type { Place } from './upload.ts'

/** How often a transfer that was cut off is continued before it makes progress. */
const continuations = 3

/**
 * Streams an object. A transfer that is cut off continues where it ended: objects never change.
 * @throws the error of the first request
 */
export async function download(client: S3Client, place: Place, range?: Range): Promise<Readable> {
  const { start = 0, end } = range ?? {}
  const first = await request(start)
  return Readable.from(chunks(), { objectMode: false })

  async function request(at: number) {
    const Range = at > 0 || end !== undefined ? `bytes=${at}-${end ?? ''}` : undefined
    const found = await client.send(new GetObjectCommand({ ...place, Range }))
    const body = found.Body as Readable
    if (Range === undefined || found.ContentRange?.startsWith(`bytes ${at}-`))
      return { body, until: at + (found.ContentLength ?? Number.NaN) }
    body.destroy()
    throw new Error('the store returned another range than was requested')
  }

  async function* chunks(): AsyncGenerator<Buffer> {
    let at = start
    let failures = 0
    for (let { body, until } = first; ; { body, until } = await request(at)) {
      try {
        for await (const chunk of body) {
          at += chunk.length
          failures = 0
          yield chunk
        }
        if (!(at < until)) return
        throw new Error(`the transfer ended after ${at} of ${until} bytes`)
      } catch (error) {
        if (++failures > continuations) throw error
      } finally {
        body.destroy()
      }
    }
  }
}

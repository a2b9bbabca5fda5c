import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { basename, extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '#client'
import { createSource, listSources, type Source } from '#contract'
import type { Session } from '../session.ts'
import { type Found, whyOf } from './found.ts'

export type Outcome = 'new' | 'new version' | 'unchanged'

export interface Details {
  externalId?: string
  tags?: string[]
  author?: string
  occurredAt?: string
  metadata?: Record<string, string | number | boolean | null>
}

/** What is in the way of one file; the others can still be sent. */
export class FileFailure extends Error {}

/** Enough for a server to be restarted meanwhile. */
const attempts = 9

/**
 * Sends a file unless the server has it already: it is asked by the name, and hashes are compared, so that what was sent once is not sent again.
 * @param progressed is told how many bytes of it have gone out in this attempt
 * @throws FileFailure, Unreachable, ApiError where nothing else would succeed either
 */
export async function send(
  session: Session,
  projectId: string,
  { path, bytes, mimeType }: Found & { mimeType: string },
  details: Details,
  progressed: (bytes: number) => void,
): Promise<{ outcome: Outcome; source: Source }> {
  const there = await findThere(session, projectId, path, details.externalId)
  if (there) {
    progressed(bytes)
    return { outcome: 'unchanged', source: there }
  }
  const content = await openAsBlob(path).catch((error) => {
    throw new FileFailure(whyOf(error))
  })
  const file = new WatchedFile(content, basename(path), mimeType, progressed)
  let status = 0
  const onResponse = (response: Response) => {
    status = response.status
  }
  try {
    const request = { projectId, file, ...details }
    const source = await session.call(createSource, request, { onResponse, patience: { attempts } })
    if (status === 200) return { outcome: 'unchanged', source }
    return { outcome: source.version === 1 ? 'new' : 'new version', source }
  } catch (error) {
    if (file.unreadable) throw new FileFailure('changed while it was sent')
    if (error instanceof ApiError && isOfFile(error)) throw new FileFailure(error.problem.detail)
    throw error
  }
}

/** Refusals of this one file; any other refusal would be that of the next file, too. */
const isOfFile = ({ code }: ApiError): boolean =>
  ['payload_too_large', 'validation_failed', 'invalid_form', 'internal', 'busy'].includes(code)

/** The source that this file is already, by the same rules as the server's. */
async function findThere(
  session: Session,
  projectId: string,
  path: string,
  externalId: string | undefined,
): Promise<Source | undefined> {
  const sha256 = await hashOf(path, session.signal)
  const q = (externalId ?? basename(path)).slice(0, 200).toWellFormed().trim()
  if (!q) return undefined
  const { data } = await session.call(listSources, { projectId, q, limit: 200 }, { patience: { attempts } })
  return data.find((source) => {
    if (source.sha256 !== sha256) return false
    if (externalId === undefined) return source.status !== 'failed'
    // By its external id it would be read again where it is called something else now.
    return source.externalId === externalId && extname(source.filename ?? '') === extname(path)
  })
}

async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const sum = createHash('sha256')
  try {
    await pipeline(createReadStream(path), sum, { signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new FileFailure(whyOf(error))
  }
  return sum.digest('hex')
}

/** A file that tells how much of it was read, from the beginning at each attempt. */
class WatchedFile extends File {
  unreadable = false
  readonly #progressed: (bytes: number) => void

  constructor(content: Blob, name: string, type: string, progressed: (bytes: number) => void) {
    super([content], name, { type })
    this.#progressed = progressed
  }

  override stream(): ReturnType<File['stream']> {
    let read = 0
    const reader = super.stream().getReader()
    return new ReadableStream({
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read()
          if (done) return controller.close()
          read += value.byteLength
          this.#progressed(read)
          controller.enqueue(value)
        } catch (error) {
          this.unreadable = true
          controller.error(error)
        }
      },
      cancel: (reason) => reader.cancel(reason),
    }) as ReturnType<File['stream']>
  }
}

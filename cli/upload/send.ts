import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { basename, extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '#client'
import { createSource, getSource, listSources, type Source } from '#contract'
import type { Session } from '../session.ts'
import { type FoundFile, reasonOf } from './find-files.ts'

export type Outcome = 'new' | 'new version' | 'unchanged'

export interface Details {
  externalId?: string
  kind?: 'text' | 'transcript'
  tags?: string[]
  author?: string
  occurredAt?: string
  metadata?: Record<string, string | number | boolean | null>
}

/** An error of one file; others can still be sent. */
export class FileFailure extends Error {}

/** While these last, a server can restart. */
const attempts = 9
const firstPollMs = 100
const slowestPollMs = 2000

/**
 * Sends a file unless the server has it: sources of that name are listed, and their hashes compared.
 * @param onProgress called with the number of bytes sent in this attempt
 * @throws FileFailure; Unreachable or ApiError if no other file would succeed either
 */
export async function send(
  session: Session,
  projectId: string,
  { path, bytes, mimeType }: FoundFile & { mimeType: string },
  details: Details,
  onProgress: (bytes: number) => void,
): Promise<{ outcome: Outcome; source: Source }> {
  const existing = await findExisting(session, projectId, path, details.externalId)
  if (existing) {
    onProgress(bytes)
    return { outcome: 'unchanged', source: existing }
  }
  const content = await openAsBlob(path).catch((error) => {
    throw new FileFailure(reasonOf(error))
  })
  const file = new WatchedFile(content, basename(path), mimeType, onProgress)
  let status = 0
  const onResponse = (response: Response) => {
    file.endReading()
    status = response.status
  }
  try {
    const request = { projectId, file, ...details }
    const source = await session.call(createSource, request, { onResponse, retry: { attempts } })
    if (status === 200) return { outcome: 'unchanged', source }
    return { outcome: source.version === 1 ? 'new' : 'new version', source }
  } catch (error) {
    if (file.hasFailed) throw new FileFailure('changed during the upload')
    if (error instanceof ApiError && concernsFile(error)) throw new FileFailure(error.problem.detail)
    throw error
  }
}

/** Whether an error concerns this file only; any other would fail the next file, too. */
const concernsFile = ({ code }: ApiError): boolean =>
  ['payload_too_large', 'validation_failed', 'invalid_form', 'internal', 'busy'].includes(code)

/** Returns the source of this file, by the same rules as the server. */
async function findExisting(
  session: Session,
  projectId: string,
  path: string,
  externalId: string | undefined,
): Promise<Source | undefined> {
  const sha256 = await hashOf(path, session.signal)
  const q = (externalId ?? basename(path)).slice(0, 200).toWellFormed().trim()
  if (!q) return undefined
  const { data } = await session.call(listSources, { projectId, q, limit: 200 }, { retry: { attempts } })
  return data.find((source) => {
    if (source.sha256 !== sha256) return false
    if (externalId === undefined) return source.status !== 'failed'
    // With the same external id but another extension, the server reads the file again.
    return source.externalId === externalId && extname(source.filename ?? '') === extname(path)
  })
}

async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const sum = createHash('sha256')
  try {
    await pipeline(createReadStream(path), sum, { signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new FileFailure(reasonOf(error))
  }
  return sum.digest('hex')
}

/** A file that reports how much of it was read in each attempt. */
export class WatchedFile extends File {
  hasFailed = false
  /**
   * Ends the current attempt to read it. Call it as soon as there is a response: a server may respond before it has read
   * everything, and `fetch` of Node 24 throws outside its promise if it gets more of the file then.
   */
  endReading = () => {}
  readonly #onProgress: (bytes: number) => void

  constructor(content: Blob, name: string, type: string, onProgress: (bytes: number) => void) {
    super([content], name, { type })
    this.#onProgress = onProgress
  }

  override stream(): ReturnType<File['stream']> {
    let read = 0
    let isOver = false
    this.endReading = () => {
      isOver = true
    }
    const reader = super.stream().getReader()
    return new ReadableStream({
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read()
          if (done || isOver) return controller.close()
          read += value.byteLength
          this.#onProgress(read)
          controller.enqueue(value)
        } catch (error) {
          this.hasFailed = true
          controller.error(error)
        }
      },
      cancel: (reason) => reader.cancel(reason),
    }) as ReturnType<File['stream']>
  }
}

/** Waits until the server has read a source. Returns the error if it could not, or null. */
export async function waitUntilRead(session: Session, sourceId: string): Promise<string | null> {
  for (let pause = firstPollMs; ; pause = Math.min(pause * 2, slowestPollMs)) {
    const { status, error } = await session.call(getSource, { sourceId }, { retry: { attempts } })
    if (status === 'ready') return null
    if (status === 'failed') return `could not be read. ${error?.message ?? ''}`.trimEnd()
    await wait(pause, undefined, { signal: session.signal })
  }
}

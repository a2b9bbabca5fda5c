import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure, Unreachable, UsageError } from '../failure.ts'
import { sanitizeLines } from './sanitize.ts'
import { log, print, terminal } from './terminal.ts'

/**
 * Writes a response to a file, which appears when it is complete, or to standard output.
 * @throws UsageError if the content is binary and the output is a terminal
 */
export async function saveResponse(response: Response, path: string | undefined): Promise<void> {
  const isText = /^text\/|^application\/(xml|json|jsonl)/.test(response.headers.get('content-type') ?? '')
  if (!response.body) return
  const content = response.body as unknown as AsyncIterable<Uint8Array>
  if (path === undefined && terminal.isInteractive && !isText) {
    await response.body.cancel()
    throw new UsageError('The response is binary. Write it to a file with --output FILE')
  }
  try {
    if (path === undefined) return await printContent(content)
    await write(content, path)
  } catch (error) {
    // The error of `fetch` for a lost connection.
    if (error instanceof TypeError)
      throw new Unreachable('The connection was lost during the download.', false)
    if (!(error as NodeJS.ErrnoException).syscall) throw error
    throw new Failure(`${path} cannot be written: ${(error as Error).message}`)
  }
  log(`Saved as ${path}`)
}

/** Writes to a temporary file first, except to devices such as /dev/null. */
async function write(content: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  const stream = () => Readable.from(content, { objectMode: false })
  const existing = await stat(path).catch(() => undefined)
  if (existing && !existing.isFile()) return pipeline(stream(), createWriteStream(path))
  const temporary = `${path}.${process.pid}.part`
  try {
    await pipeline(stream(), createWriteStream(temporary))
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Prints the content as it is, sanitized for a terminal. */
async function printContent(content: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of content) {
    await print(terminal.isInteractive ? sanitizeLines(decoder.decode(chunk, { stream: true })) : chunk)
  }
  if (terminal.isInteractive) await print(`${sanitizeLines(decoder.decode())}\n`)
}

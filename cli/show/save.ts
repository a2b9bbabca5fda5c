import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure, Unreachable, UsageError } from '../failure.ts'
import { print, say, terminal } from '../terminal.ts'
import { harmlessLines } from './harmless.ts'

/**
 * Puts an answer that is a file where it belongs: into a file, which appears when it is whole, or to the output.
 * @throws UsageError where it is no text and the output is a terminal
 */
export async function saveAnswer(answer: Response, path: string | undefined): Promise<void> {
  const isText = /^text\/|^application\/(xml|json|jsonl)/.test(answer.headers.get('content-type') ?? '')
  if (!answer.body) return
  const content = answer.body as unknown as AsyncIterable<Uint8Array>
  if (path === undefined && terminal.reads && !isText) {
    await answer.body.cancel()
    throw new UsageError('This is no text for a terminal. Say where to put it with --output FILE')
  }
  try {
    if (path === undefined) return await printContent(content)
    await write(content, path)
  } catch (error) {
    // So `fetch` says that the connection broke.
    if (error instanceof TypeError)
      throw new Unreachable('The connection was lost before all of it had come.', false)
    if (!(error as NodeJS.ErrnoException).syscall) throw error
    throw new Failure(`${path} cannot be written: ${(error as Error).message}`)
  }
  say(`Written to ${path}`)
}

/** What is no file, such as /dev/null, stays what it is. */
async function write(content: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  const stream = () => Readable.from(content, { objectMode: false })
  const there = await stat(path).catch(() => undefined)
  if (there && !there.isFile()) return pipeline(stream(), createWriteStream(path))
  const beside = `${path}.${process.pid}.part`
  try {
    await pipeline(stream(), createWriteStream(beside))
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** As it is, except that what goes to a terminal is made harmless. */
async function printContent(content: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of content) {
    await print(terminal.reads ? harmlessLines(decoder.decode(chunk, { stream: true })) : chunk)
  }
  if (terminal.reads) await print(`${harmlessLines(decoder.decode())}\n`)
}

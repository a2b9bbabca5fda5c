import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../server/testing/free-port.ts'
import type { Block } from './documents.ts'
import { makeCommands, makeOrigin, setUp } from './newcomer.ts'

const strictly = ['--norc', '-euo', 'pipefail', '-c']

/** Somebody who types what a document says, in a folder of their own. */
export interface Reader {
  folder: string
  /** Where the first block of README.md clones this repository to. */
  clone: string
  /** Where the server will be. */
  url: string
  /** Of the shell. */
  environment: Record<string, string>
  /** Runs a block in a shell that ends where a command fails, and keeps `CURSOR` for those that follow. Gives what it wrote. */
  run(block: Block): Promise<string>
  /** Runs a block that ends with a server that serves. */
  untilItServes(block: Block, cwd: string): Promise<void>
  stopServer(): Promise<void>
  stop(): Promise<void>
}

export async function startReader(): Promise<Reader> {
  await setUp()
  const folder = await mkdtemp(join(tmpdir(), 'aerie-documents-'))
  const origin = join(folder, 'origin')
  const commands = join(folder, 'commands')
  const kept = join(folder, 'cursor')
  await makeOrigin(origin)
  await makeCommands(commands)
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const environment: Record<string, string> = {
    PATH: `${commands}:${process.env.PATH}`,
    HOME: folder,
    PORT: port,
    AERIE_URL: url,
    CURSOR: '',
  }
  let server: ChildProcess | undefined

  /**
   * As it stands in the document, but for the addresses and secrets that it makes up; and a refused call ends it, also
   * where the document leaves that out for brevity.
   */
  const asHere = ({ text }: Block): string =>
    text
      .replace('<this repository>', origin)
      .replaceAll('http://127.0.0.1:3000', url)
      .replaceAll('aie_...', environment.AERIE_API_KEY ?? '')
      .replaceAll(/^( *curl)(?! -\w*f| .*--fail)/gm, '$1 -sS --fail-with-body')

  async function stopServer(): Promise<void> {
    if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return
    const closed = once(server, 'close')
    // The shell, npm and the server.
    process.kill(-server.pid, 'SIGTERM')
    await closed
  }

  return {
    folder,
    clone: join(folder, 'aerie'),
    url,
    environment,
    stopServer,
    async run(block) {
      const script = `${asHere(block)}\nprintf '%s' "\${CURSOR-}" >"${kept}"`
      const options = { cwd: folder, env: environment }
      const { stdout } = await promisify(execFile)('bash', [...strictly, script], options)
      environment.CURSOR = await readFile(kept, 'utf8')
      return stdout
    },
    async untilItServes(block, cwd) {
      const child = spawn('bash', [...strictly, asHere(block)], {
        cwd,
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      })
      server = child
      let said = ''
      const ended = once(child, 'close').then(() => assert.fail(said))
      ended.catch(() => {})
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => {
          said += text
        })
      while (!said.includes(`Aerie is ready: open ${url}`))
        await Promise.race([once(child.stdout, 'data'), ended])
    },
    async stop() {
      await stopServer()
      await rm(folder, { recursive: true })
    },
  }
}

// npm run demo: a made-up clinic on data of its own, made anew at each start, then served as by npm start. Of the
// settings it obeys PORT, DATA_DIR and LOG_LEVEL alone: it never touches a PostgreSQL, and listens on this machine only.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { FolderInUseError, takeFolder } from '../server/platform/database/folder-lock.ts'
import { password, people, type Told } from './demo/people.ts'

process.chdir(dirname(import.meta.dirname))

const port = process.env.PORT || '3000'
const dataDir = resolve(process.env.DATA_DIR || '.cache/demo')
const baseUrl = `http://127.0.0.1:${port}`
const environment = {
  PATH: process.env.PATH,
  PORT: port,
  DATA_DIR: dataDir,
  BASE_URL: baseUrl,
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
}
/** A folder with this file, and these words in it, may be thrown away. */
const mark = join(dataDir, 'aerie-demo')
const words = 'The next npm run demo throws this folder away.\n'

const begun = performance.now()
await refuseTakenPort()
await emptyFolder()
console.log('Making a clinic with four months of history; that takes half a minute ...')
const { invitation, recoveryCodes } = await make()
console.log(`It was made in ${((performance.now() - begun) / 1000).toFixed(0)} s.`)

for (const name of Object.keys(process.env)) delete process.env[name]
Object.assign(process.env, environment)
await import('../server/main.ts')
console.log(whatToKnow())

async function refuseTakenPort(): Promise<void> {
  if (!/^[1-9]\d{0,4}$/.test(port)) refuse(`PORT is ${port}, which is no port.`)
  const server = createServer().listen(Number(port), '127.0.0.1')
  await once(server, 'listening').catch(({ code, message }) =>
    refuse(code === 'EADDRINUSE' ? `Port ${port} is in use. Choose another one with PORT.` : message),
  )
  server.close()
  await once(server, 'close')
}

/** Leaves an empty folder. Refuses one that holds anything but an earlier demo, and one that is in use. */
async function emptyFolder(): Promise<void> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    if (!existsSync(mark) || readFileSync(mark, 'utf8') !== words)
      refuse(
        `${dataDir} holds something else than a demo, and is left alone. Choose another folder with DATA_DIR.`,
      )
    try {
      takeFolder(dataDir)()
    } catch (error) {
      if (error instanceof FolderInUseError) refuse(error.message)
      throw error
    }
    rmSync(dataDir, { recursive: true })
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(mark, words)
}

async function make(): Promise<Told> {
  const child = spawn(process.execPath, ['--import', './scripts/demo/clock.ts', 'scripts/demo/make.ts'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) refuse('The demo could not be made.')
  return JSON.parse(said)
}

function whatToKnow(): string {
  const notes: Record<string, string> = {
    ingrid: `, with a second step: a recovery code is ${recoveryCodes[0]}`,
    felix: ', disabled',
  }
  const width = Math.max(...Object.values(people).map(({ email }) => email.length))
  const lines = Object.entries(people).map(
    ([who, { name, email, role }]) => `  ${email.padEnd(width)}  ${name}, ${role}${notes[who] ?? ''}`,
  )
  return `
Sign in as one of these, each with the password: ${password}

${lines.join('\n')}

An open invitation: ${invitation}
The data lies in ${dataDir}. The next npm run demo begins anew. Ctrl-C ends it.`
}

function refuse(why: string): never {
  console.error(why)
  process.exit(1)
}

// npm run demo: creates a demo clinic on every start and serves it like npm start. Of the settings it reads only PORT,
// DATA_DIR and LOG_LEVEL: it never touches a PostgreSQL server, and listens on this machine only.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { FolderInUseError, takeFolder } from '../server/platform/database/folder-lock.ts'
import { password, people, type Secrets } from './demo/people.ts'

process.chdir(dirname(import.meta.dirname))

const port = process.env.PORT || '3000'
const folder = resolve(process.env.DATA_DIR || '.cache/demo')
const dataDir = join(folder, 'data')
const baseUrl = `http://127.0.0.1:${port}`
const environment = {
  PATH: process.env.PATH,
  PORT: port,
  DATA_DIR: dataDir,
  BASE_URL: baseUrl,
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
}
/** Only a folder that holds this file may be deleted. */
const marker = join(folder, 'aerie-demo')
const markerText = 'The next npm run demo deletes this folder.\n'

const start = performance.now()
await checkPort()
await emptyFolder()
console.log('Creating a clinic with four months of history. This takes half a minute ...')
const { invitation, recoveryCodes } = await createClinic()
console.log(`Created in ${((performance.now() - start) / 1000).toFixed(0)} s.`)

for (const name of Object.keys(process.env)) delete process.env[name]
Object.assign(process.env, environment, { BACKUP_TO: join(folder, 'backups') })
await import('../server/main.ts')
console.log(instructions())

async function checkPort(): Promise<void> {
  if (!/^[1-9]\d{0,4}$/.test(port)) fail(`PORT is not a port number: ${port}`)
  const server = createServer().listen(Number(port), '127.0.0.1')
  await once(server, 'listening').catch(({ code, message }) =>
    fail(code === 'EADDRINUSE' ? `Port ${port} is in use. Choose another one with PORT.` : message),
  )
  server.close()
  await once(server, 'close')
}

/** Empties the demo's folder, unless it is in use or holds anything but an earlier demo. */
async function emptyFolder(): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    if (!existsSync(marker) || readFileSync(marker, 'utf8') !== markerText)
      fail(`${folder} is not a demo folder. Choose another folder with DATA_DIR.`)
    try {
      if (existsSync(dataDir)) takeFolder(dataDir)()
    } catch (error) {
      if (error instanceof FolderInUseError) fail(error.message)
      throw error
    }
    rmSync(folder, { recursive: true })
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(marker, markerText)
}

async function createClinic(): Promise<Secrets> {
  const child = spawn(process.execPath, ['--import', './scripts/demo/clock.ts', 'scripts/demo/make.ts'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [secrets, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) fail('The demo could not be created.')
  return JSON.parse(secrets)
}

function instructions(): string {
  const notes: Record<string, string> = {
    ingrid: `, with two-factor authentication (recovery code ${recoveryCodes[0]})`,
    felix: ', disabled',
  }
  const width = Math.max(...Object.values(people).map(({ email }) => email.length))
  const lines = Object.entries(people).map(
    ([key, { name, email, role }]) => `  ${email.padEnd(width)}  ${name}, ${role}${notes[key] ?? ''}`,
  )
  return `
Sign in as one of these users. The password is: ${password}

${lines.join('\n')}

Open invitation: ${invitation}
Data: ${folder}. The next npm run demo resets it. Press Ctrl-C to stop.`
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

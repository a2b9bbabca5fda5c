// npm run dev: restarts the server when its files change, and updates pages in place (Vite).
//
// Vite serves the pages on port 5173 and forwards /api to the server. It adds scripts of its own to each page, so the
// strict content security policy does not apply here. It does under `npm start`, which the tests in Chromium use.
import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, relative, resolve } from 'node:path'
import { createServer } from 'vite'

process.chdir(dirname(import.meta.dirname))

const host = '127.0.0.1'
const pagesPort = 5173
const serverPort = process.env.PORT ?? '3000'
const pages = `http://${host}:${pagesPort}`

const vite = await createServer({
  root: 'web',
  configFile: 'web/vite.config.ts',
  server: {
    host,
    port: pagesPort,
    strictPort: true,
    // The slash at the end matters: Vite serves web/api.ts itself.
    proxy: { '/api/': `http://${host}:${serverPort}` },
  },
})

let server: ChildProcess | undefined
let restarting = false
let stopping = false

// Node's own --watch sends messages to worker threads, and would disturb that of the embedded database.
let waiting: NodeJS.Timeout | undefined
vite.watcher.add(['contract', 'engines', 'server'].map((folder) => resolve(folder)))
vite.watcher.on('all', (_event, path) => {
  const isServer = /^(server|contract)\/.*\.(ts|sql)$/.test(relative('.', path))
  if (!isServer || path.endsWith('.test.ts') || path.includes('/server/testing/')) return
  clearTimeout(waiting)
  waiting = setTimeout(restart, 150)
})

await vite.listen()
start()
console.log(`\nOpen ${pages}. Pages reload on every change.\n`)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

function start(): void {
  server = spawn(process.execPath, ['server/main.ts'], {
    stdio: 'inherit',
    // Out of reach of Ctrl-C, so that it receives one signal, from us.
    detached: true,
    // Browsers send Vite's origin, so the server must accept it as its own.
    env: { ...process.env, PORT: serverPort, BASE_URL: pages },
  })
  server.on('exit', (code) => {
    server = undefined
    if (stopping) return
    if (restarting) start()
    else console.log(`The server stopped with exit code ${code}. It restarts on the next change.`)
    restarting = false
  })
}

/** Restarts the server as soon as it has released its port and its data folder. */
function restart(): void {
  if (stopping || restarting) return
  if (!server) {
    start()
    return
  }
  restarting = true
  server.kill()
}

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  if (!restarting) server?.kill()
  clearTimeout(waiting)
  await vite.close()
}

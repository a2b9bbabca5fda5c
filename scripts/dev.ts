// npm run dev: the server starts again when its files change, and the pages change in place (Vite).
//
// The pages come from Vite on port 5173, which hands /api on to the server. Vite puts scripts of its own into
// each page, so the strict content security policy does not hold here; it does under `npm start`, and the
// tests in Chromium run against that.
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
    // With the slash at its end: Vite serves web/api.ts itself.
    proxy: { '/api/': `http://${host}:${serverPort}` },
  },
})

let server: ChildProcess | undefined
let restarting = false
let stopping = false

// Not by node's own --watch: that one sends messages through worker threads, and the embedded database has
// one.
let waiting: NodeJS.Timeout | undefined
vite.watcher.add(['server', 'contract'].map((folder) => resolve(folder)))
vite.watcher.on('all', (_event, path) => {
  const ours = /^(server|contract)\/.*\.(ts|sql)$/.test(relative('.', path))
  if (!ours || path.endsWith('.test.ts') || path.includes('/server/testing/')) return
  clearTimeout(waiting)
  waiting = setTimeout(restart, 150)
})

await vite.listen()
start()
console.log(`\nThe pages, reloading themselves: ${pages}\n`)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

function start(): void {
  server = spawn(process.execPath, ['server/main.ts'], {
    stdio: 'inherit',
    // Out of reach of Ctrl-C, so that it is told to stop once, by us.
    detached: true,
    // The browser's origin is Vite's, so the server has to take that for its own address.
    env: { ...process.env, PORT: serverPort, BASE_URL: pages },
  })
  server.on('exit', (code) => {
    server = undefined
    if (stopping) return
    if (restarting) start()
    else console.log(`The server ended (exit code ${code}). It starts again at the next change.`)
    restarting = false
  })
}

/** Starts the server again, once it has let go of its port and its folder. */
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

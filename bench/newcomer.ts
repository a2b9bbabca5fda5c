import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { launchChromium } from '../server/testing/browser.ts'
import { freePort } from '../server/testing/free-port.ts'

const run = promisify(execFile)
const root = dirname(import.meta.dirname)

/**
 * A newcomer's path: from `git clone` of what is committed here into an empty folder, with nothing of npm kept from before,
 * over `npm start` and the pages in Chromium, to the first call with a key that is answered.
 */
export async function newcomer(print: (line: string) => void): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'aerie-newcomer-'))
  const begun = performance.now()
  let before = begun
  const done = (step: string) => {
    const now = performance.now()
    print(`${step.padEnd(34)} ${((now - before) / 1000).toFixed(1).padStart(6)} s`)
    before = now
  }
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const clone = join(scratch, 'aerie')
  const browser = await launchChromium()
  let server: ReturnType<typeof serve> | undefined
  try {
    before = performance.now()
    await run('git', ['clone', '--quiet', root, clone])
    done('git clone')

    server = serve(clone, { PORT: port, npm_config_cache: join(scratch, 'npm') })
    await server.says('Aerie is ready')
    done('npm start, until it serves')

    const page = await browser.newPage({ baseURL: url, locale: 'en-GB' })
    await page.goto('/')
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('E-mail address').fill('ada@aerie.test')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    done('the owner is set up')

    await page.goto('/settings/api-keys')
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Nightly export')
    await page.getByRole('button', { name: 'Create key' }).click()
    const shown = await page
      .getByText(/aie_[0-9a-f]{8}_[\w-]{43}/)
      .first()
      .textContent()
    const [token] = /aie_[0-9a-f]{8}_[\w-]{43}/.exec(shown ?? '') ?? []
    done('a key is made')

    const { stdout } = await run('curl', ['-sSf', `${url}/api/me`, '-H', `Authorization: Bearer ${token}`])
    if (JSON.parse(stdout).apiKey?.name !== 'Nightly export') throw new Error(stdout)
    done('the first call is answered')
    before = begun
    done('in all')
  } finally {
    await browser.close()
    await server?.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}

/** `npm start` as in a newcomer's shell: with the machine's own Node, and nothing of the npm that runs this. */
function serve(cwd: string, settings: Record<string, string>) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE/i.test(name))
  const child = spawn('npm', ['start'], {
    cwd,
    env: { ...Object.fromEntries(inherited), PATH: path.join(delimiter), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = once(child, 'close')
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  return {
    async says(words: string): Promise<void> {
      const failed = ended.then(() => {
        throw new Error(said)
      })
      while (!said.includes(words)) await Promise.race([once(child.stdout, 'data'), failed])
      failed.catch(() => {})
    },
    async stop(): Promise<void> {
      if (child.pid && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}

import { execFile } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { launchChromium } from '../server/testing/browser.ts'
import { freePort } from '../server/testing/free-port.ts'
import type { Print } from './load.ts'
import { startProgram } from './program.ts'

const run = promisify(execFile)
const root = dirname(import.meta.dirname)
const keyPattern = /aie_[0-9a-f]{8}_[\w-]{43}/

/**
 * A newcomer's path: from `git clone` of the last commit into an empty folder, with an empty npm cache, over `npm start`
 * and the pages in Chromium, to the response to the first call with a key.
 */
export async function newcomer(print: Print): Promise<void> {
  await using scratch = await mkdtempDisposable(join(tmpdir(), 'aerie-newcomer-'))
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const clone = join(scratch.path, 'aerie')
  await using browser = await launchChromium()
  const begun = performance.now()
  let before = begun
  const done = (step: string) => {
    const now = performance.now()
    print(`${step.padEnd(34)} ${((now - before) / 1000).toFixed(1).padStart(6)} s`)
    before = now
  }
  await run('git', ['clone', '--quiet', root, clone])
  done('git clone')

  const env = { ...newcomersEnvironment(), PORT: port, npm_config_cache: join(scratch.path, 'npm') }
  await using _server = await startProgram('npm', ['start'], { cwd: clone, env, ready: /Aerie is ready/ })
  done('npm start, until it is ready')

  const page = await browser.newPage({ baseURL: url, locale: 'en-GB' })
  await page.goto('/')
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Email address').fill('ada@aerie.test')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  done('the owner is set up')

  await page.goto('/settings/api-keys')
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Nightly export')
  await page.getByRole('button', { name: 'Create key' }).click()
  const shown = await page.getByText(keyPattern).first().textContent()
  const [token] = keyPattern.exec(shown ?? '') ?? []
  done('a key is created')

  const { stdout } = await run('curl', ['-sSf', `${url}/api/me`, '-H', `Authorization: Bearer ${token}`])
  if (JSON.parse(stdout).apiKey?.name !== 'Nightly export') throw new Error(stdout)
  done('the first call has its response')
  before = begun
  done('total')
}

/** A newcomer's shell has the machine's own Node, and nothing of the npm that runs this. */
function newcomersEnvironment(): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE/i.test(name))
  return { ...Object.fromEntries(inherited), PATH: path.join(delimiter) }
}

import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { type Client, createClient } from '#client'
import {
  getMe,
  getTrackerResults,
  listApiKeys,
  listInvoices,
  listItems,
  listLevels,
  listLots,
  listMerges,
  listMovements,
  listProjects,
  listRuns,
  listSourceFormats,
  listSources,
  listStockUsed,
  listTrackers,
  listUsers,
  operations,
  searchRecords,
  signIn,
} from '#contract'
import { findChromium, howToGetChromium, launchChromium } from '../server/testing/browser.ts'
import { inherited } from '../server/testing/environment.ts'
import { freePort } from '../server/testing/free-port.ts'
import { until } from '../server/testing/until.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

let scratch: string
let dataDir: string
let url: string
let demo: ChildProcess
let output = ''
let owner: Client

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'aerie-demo-'))
  dataDir = join(scratch, 'demo')
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  demo = start({ PORT: port, DATA_DIR: dataDir })
  for (const stream of [demo.stdout, demo.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const ended = once(demo, 'close').then(() => assert.fail(output))
  while (!output.includes('Press Ctrl-C to stop')) await Promise.race([once(demo.stdout!, 'data'), ended])
  owner = await signedIn('clara@lindenhof.example')
})

after(async () => {
  if (demo.exitCode === null && demo.signalCode === null) {
    demo.kill('SIGKILL')
    await once(demo, 'close')
  }
  await rm(scratch, { recursive: true })
})

const start = (environment: Record<string, string>) =>
  spawn(process.execPath, ['scripts/demo.ts'], {
    cwd: root,
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const password = () => /The password is: (.{12,})/.exec(output)?.[1] ?? assert.fail(output)

async function signedIn(email: string): Promise<Client> {
  const { headers } = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: password() }),
  })
  const cookie = headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  return createClient({ baseUrl: url, headers: { origin: url, cookie } })
}

test('the demo prints who can sign in, and they can', async () => {
  const emails = output.match(/[\w.]+@lindenhof\.example(?=.*, (owner|admin|member)$)/gm) ?? []
  const people = await Promise.all(emails.map(async (email) => (await signedIn(email)).call(getMe)))
  assert.deepEqual(new Set(people.map(({ user }) => user.role)), new Set(['owner', 'admin', 'member']))
  assert.match(output, /ingrid@.*, admin, with two-factor authentication \(recovery code \S+\)/)
  await assert.rejects(
    createClient({ baseUrl: url, headers: { origin: url } }).call(signIn, {
      email: 'felix@lindenhof.example',
      password: password(),
    }),
    { code: 'invalid_credentials' },
  )
})

test('every list in the demo shows something', async () => {
  const lists = operations.filter(
    ({ method, params, result }) =>
      method === 'GET' &&
      Object.keys(params.shape).length === 0 &&
      'shape' in result &&
      'data' in Object(result.shape),
  )
  assert.ok(lists.length > 15)
  const today = new Date().toISOString().slice(0, 10)
  const needed: Record<string, Record<string, unknown>> = {
    [listStockUsed.id]: { from: '2000-01-01', to: today },
    [searchRecords.id]: { q: 'lind' },
  }
  for (const list of lists) {
    // The first backup begins with the server.
    await until(
      async () => (await owner.call(list, needed[list.id] ?? {})) as unknown as { data: unknown[] },
      ({ data }) => data.length > 0,
    )
  }
})

test('every state of keys, people, invoices, stock, sources and runs is in the demo', async () => {
  const week = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const keys = (await owner.call(listApiKeys)).data
  assert.deepEqual(new Set(keys.map(({ status }) => status)), new Set(['active', 'expired', 'revoked']))
  assert.ok(keys.some(({ lastUsedAt }) => lastUsedAt === null))
  assert.ok(keys.some(({ status, expiresAt }) => status === 'active' && expiresAt && expiresAt < week))
  assert.ok(keys.some(({ name }) => name.endsWith('(v2)')))
  const members = (await owner.call(listUsers)).data
  assert.ok(members.some(({ disabled }) => disabled) && members.some(({ twoFactor }) => twoFactor))

  const lots = (await owner.call(listLots, { limit: 200 })).data
  assert.ok(lots.some(({ quarantine }) => quarantine !== null))
  assert.ok((await owner.call(listMovements, { reason: 'transferred' })).data.length > 0)

  const invoices = (await owner.call(listInvoices, { limit: 200 })).data
  assert.deepEqual(
    new Set(invoices.map(({ status }) => status)),
    new Set(['draft', 'issued', 'paid', 'void']),
  )
  assert.deepEqual(new Set(invoices.map(({ currency }) => currency)), new Set(['EUR', 'JPY', 'KWD']))
  assert.ok(invoices.some(({ creditNotes }) => creditNotes.length > 0))
  assert.ok(invoices.some(({ status, payments }) => status === 'issued' && payments.length > 0))
  assert.ok((await owner.call(listInvoices, { overdue: 'true' })).data.length > 0)

  const today = new Date().toISOString().slice(0, 10)
  assert.ok((await owner.call(listLevels, { below: 'reorder' })).data.length > 0)
  assert.ok((await owner.call(listLevels, { expiringBefore: today })).data.length > 0)
  assert.ok((await owner.call(listItems)).data.some(({ onHand }) => onHand === '0'))
  assert.deepEqual(
    new Set((await owner.call(listMerges)).data.map(({ undoneAt }) => undoneAt !== null)),
    new Set([true, false]),
  )

  assert.ok((await owner.call(listProjects, { archived: 'true' })).data.length > 0)
  const [project] = (await owner.call(listProjects, { q: 'Patient interviews' })).data
  const projectId = project?.id ?? assert.fail()
  const sources = (await owner.call(listSources, { projectId, limit: 200 })).data
  assert.deepEqual(new Set(sources.map(({ status }) => status)), new Set(['ready', 'failed']))
  for (const { format, extensions } of (await owner.call(listSourceFormats)).data) {
    const has = ({ filename, status }: (typeof sources)[number]) =>
      status === 'ready' && extensions.some((extension) => filename?.endsWith(extension))
    assert.ok(sources.some(has), format)
  }
  const trackers = (await owner.call(listTrackers, { projectId })).data
  assert.ok(trackers.every(({ backfill }) => backfill === null))
  const [waiting] = trackers.filter(({ name }) => name === 'Waiting time')
  const { trend } = await owner.call(getTrackerResults, { trackerId: waiting?.id ?? '' })
  assert.ok(trend.length > 5)
  const runs = (await owner.call(listRuns)).data
  const finished = runs.filter(({ status }) => status === 'succeeded').map(({ skill }) => skill)
  assert.deepEqual(new Set(finished), new Set(['summarize', 'themes', 'sentiment']))
  assert.ok(runs.some(({ status }) => status === 'canceled'))
})

test('the demo deletes neither other data nor a running demo', async () => {
  const mine = await mkdtemp(join(scratch, 'mine-'))
  await writeFile(join(mine, 'letter.txt'), 'Dear Ada')
  for (const [DATA_DIR, reason] of [
    [mine, /is not a demo folder/],
    [dataDir, /in use/],
  ] as const) {
    const second = start({ PORT: String(await freePort()), DATA_DIR })
    let words = ''
    second.stderr.setEncoding('utf8').on('data', (text) => {
      words += text
    })
    assert.deepEqual(await once(second, 'close'), [1, null])
    assert.match(words, reason)
  }
  assert.deepEqual(await readdir(mine), ['letter.txt'])
  assert.equal((await fetch(`${url}/api/ready`)).status, 200)
})

test('the pictures of the documents can be taken from the demo, have their size, and are small', {
  skip: !findChromium() && `needs ${howToGetChromium}`,
}, async () => {
  await run(process.execPath, ['scripts/pictures.ts', url, scratch], { cwd: root })
  const names = [
    'api-keys',
    'api-keys-dark',
    'first-1-account',
    'first-2-questions',
    'first-3-steps',
    'first-4-tracker',
  ]
  for (const picture of names.map((name) => `${name}.png`)) {
    const [made, committed] = await Promise.all(
      [scratch, join(root, 'docs/images')].map((folder) => readFile(join(folder, picture))),
    )
    assert.deepEqual(sizeOf(made!), sizeOf(committed!))
    assert.ok(committed!.length < 160_000)
  }
})

/** What to type, and the record that Enter then opens. */
const searches: Record<string, string> = {
  Yi: 'Mehmet Yildiz',
  Ca: 'Catharina Vogel',
  Ley: 'Leyla Hartmann',
  En: 'Petra Engel',
  Böh: 'Karl Böhm',
  Bir: 'Birgit Albrecht',
  31: 'LH-00031',
  29: 'LH-00029',
  Amo: 'Amoxicillin 500 mg, capsule',
  El: 'Elastic bandage 6 cm',
  ECG: 'ECG electrode',
  Inf: 'Influenza vaccine, this season',
  SW: 'SW-131',
  de: 'What the front desk hears',
  Rep: 'Report of the insurer',
  roo: 'The screen in the waiting room',
  Whe: 'Wheelchairs',
  Ki: 'Kind people',
  Rem: 'Reminders',
  '(v': 'Appointment reminders (v2)',
}

test('any of twenty records is reached with at most eight keystrokes', {
  skip: !findChromium() && `needs ${howToGetChromium}`,
}, async () => {
  assert.equal(Object.keys(searches).length, 20)
  const browser = await launchChromium()
  const page = await browser.newPage({ baseURL: url })
  await page.goto('/sign-in')
  await page.getByLabel('Email address').fill('clara@lindenhof.example')
  await page.getByLabel('Password', { exact: true }).fill(password())
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  for (const [letters, title] of Object.entries(searches)) {
    assert.ok(letters.length + 2 <= 8)
    await page.keyboard.press('Control+k')
    await page.waitForFunction(() => document.activeElement?.matches('[role=dialog] input'))
    await page.keyboard.type(letters)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    // What is typed while it closes would be lost.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await browser.close()
})

test('Ctrl-C stops the demo, and all invariants hold', async () => {
  demo.kill('SIGINT')
  assert.deepEqual(await once(demo, 'close'), [0, null])
  const { stdout } = await run(process.execPath, ['server/aerie.ts', 'verify'], {
    cwd: root,
    env: { ...inherited, DATA_DIR: join(dataDir, 'data') },
  })
  assert.match(stdout, /^All \d+ invariants hold\./)
})

/** Width and height of a PNG. */
const sizeOf = (png: Buffer): number[] => [png.readUInt32BE(16), png.readUInt32BE(20)]

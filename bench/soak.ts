import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import {
  acceptInvitation,
  createApiKey,
  createInvitation,
  getMe,
  operations,
  setUp,
  updateSettings,
} from '#contract'
import { bearer, testOrigin, testPassword, testSecret } from '#testing'
import { startTestProvider } from '../server/identity/identity-provider/testing/provider.ts'
import { startMailServer } from '../server/mail/testing/mail-server.ts'
import { newDataDir } from '../server/testing/data-dir.ts'
import { howToGetPostgres, startPostgres } from '../server/testing/postgres.ts'
import { accountFlows } from './soak/accounts.ts'
import { billingFlows } from './soak/billing.ts'
import { type Caller, createCaller } from './soak/caller.ts'
import { createEffects } from './soak/effects.ts'
import { insightFlows } from './soak/insights.ts'
import { createUses } from './soak/last-used.ts'
import { growthOf } from './soak/memory.ts'
import { type Nodes, startNodes } from './soak/nodes.ts'
import { patientFlows } from './soak/patients.ts'
import { type Item, stockFlows } from './soak/stock.ts'
import { createWorld, type Flow, pick, Shelf, signInAs, type World } from './soak/world.ts'

const callersAtOnce = 12
/** Of all there is, at the end. */
const roundsAtMost = 10
/** What has lost its job is taken up by one that comes every few minutes. */
const settledWithinMs = 11 * 60_000
/** Answers that say 503 belong to something that was done to the nodes so shortly before. */
const busyForMs = 6_000

/**
 * People, scripts and jobs at work on three nodes of one PostgreSQL, on every operation of the contract, while nodes are
 * killed and connections are cut. Afterwards everything that was answered is compared with the database, by what the
 * callers remember and by `npm run aerie -- verify`. Sets the exit code to 1 where anything is wrong.
 * @param options.minutes how long; 10 unless said
 */
export async function soak(
  print: (line: string) => void,
  options: { minutes?: string | undefined } = {},
): Promise<void> {
  const minutes = Number(options.minutes ?? 10)
  const postgres = await startPostgres()
  if (!postgres) throw new Error(`This needs ${howToGetPostgres}`)
  const databaseUrl = await postgres.createDatabase()
  const dataDir = await newDataDir(databaseUrl)
  const [mail, provider] = [await startMailServer(), await startTestProvider()]
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DATABASE_POOL: '6',
    LOG_LEVEL: 'warn',
    ...mail.settings,
    ...provider.settings,
  }
  const spectator = new pg.Pool({ connectionString: databaseUrl, application_name: 'soak', max: 3 })
  const nodes = await startNodes(settings, spectator)
  try {
    const [uses, effects] = [createUses(), createEffects()]
    const caller = createCaller(nodes, uses)
    const world = createWorld(caller, effects)
    const [, code] = /set-up code: (\S+)/.exec(nodes.said()) ?? []
    await populate(world, code)
    nodes.disturb()
    const items = new Shelf<Item>(40)
    const flows = [
      ...accountFlows(world, mail, provider),
      ...patientFlows(world),
      ...stockFlows(world, items),
      ...billingFlows(world, items),
      ...insightFlows(world),
    ]
    const broken = await work(flows, Date.now() + minutes * 60_000, caller, print)
    await nodes.calm()
    await crashAfterCalls(world, nodes)
    const unsettled = await settle(spectator)
    const exits = await nodes.end()

    const lastUsed = await uses.compare(spectator)
    const verified = await verify({ ...settings, SECRET: testSecret })
    const growth = growthOf(nodes.samples)
    const odd = caller.busyAt.filter(
      (at) => !nodes.disturbances.some((then) => then - 1000 <= at && at <= then + busyForMs),
    )
    const { kills, cuts } = nodes.counts()
    const wrong = [
      ...broken,
      ...nodes.failures,
      ...caller.wrong,
      ...(await effects.compare(spectator)),
      ...lastUsed.wrong,
      ...unsettled,
      ...missing(caller).map((id) => `${id} was never done`),
      ...exits.flatMap((code) => (code === 0 ? [] : [`A node ended with ${code}`])),
      ...(verified.code === 0 ? [] : [`verify found:\n${verified.said}`]),
      ...(odd.length > 0 ? [`${odd.length} times 503 without a reason`] : []),
      ...(growth.grows ? ['Memory grows'] : []),
    ]

    const { done, refused, busy, lost, repeated, unknown } = caller.tally
    const table: [string, unknown][] = [
      ['calls done', done],
      ['refused for a reason of their own', refused],
      ['answered 503, and repeated', busy],
      ['answers lost', lost],
      ['answered when they were repeated', repeated],
      ['never answered', unknown],
      ['operations done, of the contract', `${caller.done.size} of ${operations.length}`],
      ['nodes killed', kills],
      ['database connections cut', cuts],
      ['effects remembered and looked up', effects.count()],
      ['keys, and the oldest call lost at a kill', `${lastUsed.keys}, ${lastUsed.mostLost} ms`],
      ['memory of the first node', growth.said],
      ['verify', verified.said.split('\n').at(-1)],
    ]
    for (const [what, value] of table) print(`${what.padEnd(44)}${value}`)
    print(
      `refusals: ${[...caller.refusals]
        .sort(([, a], [, b]) => b - a)
        .slice(0, 12)
        .map(([what, count]) => `${what} ${count}`)
        .join(', ')}`,
    )
    for (const one of wrong.slice(0, 50)) print(`WRONG: ${one}`)
    if (wrong.length > 0) {
      print(`${wrong.length} things are wrong. Errors in the nodes’ logs:`)
      for (const line of nodes.errors().slice(-10)) print(line.slice(0, 2000))
      process.exitCode = 1
    }
  } finally {
    await nodes.remove()
    await spectator.end()
    await Promise.all([mail.stop(), provider.stop()])
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The owner by set-up with the code that the server printed, and others by invitation; each with a session and some with keys. */
async function populate(world: World, code: string | undefined): Promise<void> {
  const { caller, effects, people, keys } = world
  const nobody = { headers: {} }
  const certain = <T>(outcome: { kind: string; result?: T }): T => {
    if (outcome.kind !== 'done') throw new Error(`The soak cannot begin: ${JSON.stringify(outcome)}`)
    return outcome.result as T
  }
  const owner = { name: 'Owner', email: `${effects.newMark('owner')}@aerie.test`, password: testPassword }
  const { id } = certain(await caller.call(setUp, { ...owner, code }, nobody))
  people.push({
    id,
    email: owner.email,
    role: 'owner',
    headers: (await signInAs(world, owner.email))!.headers,
  })
  for (const role of ['admin', 'admin', 'member', 'member', 'member'] as const) {
    const email = `${effects.newMark(role)}@aerie.test`
    const { url } = certain(await caller.call(createInvitation, { email, role }, people[0]!))
    const body = { token: url.split('/').at(-1)!, name: role, password: testPassword }
    const joined = certain(await caller.call(acceptInvitation, body, nobody))
    people.push({ id: joined.id, email, role, headers: (await signInAs(world, email))!.headers })
  }
  for (let n = 0; n < 24; n++) {
    const person = people[n % people.length]!
    const { id: keyId, token } = certain(
      await caller.call(createApiKey, { name: effects.newMark('key') }, person),
    )
    keys.push({ keyId, role: person.role, headers: bearer(token) })
  }
  const letterhead = {
    line: 'Hauptstraße 1',
    city: 'Berlin',
    postalCode: '10115',
    country: 'DE',
    taxId: 'DE123456789',
    registration: '1',
  }
  const taxRates = ['7', '19'].map((rate) => ({ name: rate, category: 'S' as const, rate }))
  certain(await caller.call(updateSettings, { letterhead, taxRates }, people[0]!))
}

/**
 * Lets callers do what comes until the time is over, and then, for a while, all there is in turn as long as an operation
 * was never done. Gives what broke in the soak itself.
 */
async function work(
  flows: Flow[],
  end: number,
  caller: Caller,
  print: (line: string) => void,
): Promise<string[]> {
  const broken: string[] = []
  // As often as its weight says.
  const turns = flows.flatMap((flow) => Array<Flow>(Math.ceil(flow.weight * 10)).fill(flow))
  const last = Array<Flow[]>(roundsAtMost).fill(flows).flat()
  const next = () => {
    if (Date.now() < end) return pick(turns)
    return missing(caller).length > 0 ? last.pop() : undefined
  }
  const telling = setInterval(() => {
    const left = Math.max(0, Math.round((end - Date.now()) / 1000))
    print(`${left} s to go, ${caller.tally.done} calls done`)
  }, 30_000)
  const work = async () => {
    for (let flow = next(); flow; flow = next())
      await flow.run().catch((error: Error) => broken.push(String(error.stack)))
  }
  await Promise.all(Array.from({ length: callersAtOnce }, work))
  clearInterval(telling)
  return broken
}

const missing = ({ done }: Caller): string[] => operations.map(({ id }) => id).filter((id) => !done.has(id))

/** Uses each key once more, and then kills the node, so that some of these times are not written yet. */
async function crashAfterCalls({ caller, keys }: World, nodes: Nodes): Promise<void> {
  for (const key of keys) {
    await caller.call(getMe, {}, key, { life: nodes.last() })
    await wait(1500 / keys.length)
  }
  await nodes.crashLast()
}

/** Waits for what jobs have to do: nothing that was accepted is forgotten. */
async function settle(pool: pg.Pool): Promise<string[]> {
  const open = `
    select 'source ' || id || ' is ' || status as what from sources where status in ('queued', 'extracting')
    union all select 'run ' || id || ' is ' || status from skill_runs where finished_at is null
    union all select 'tracker ' || tracker_id || ' goes back' from tracker_backfills
    union all select 'tracker ' || id || ' is to be removed' from trackers where deleted_at is not null
    union all select 'project ' || id || ' is to be removed' from projects where deleted_at is not null`
  const read = async () => (await pool.query<{ what: string }>(open)).rows.map(({ what }) => what)
  for (const end = Date.now() + settledWithinMs; Date.now() < end; await wait(1000)) {
    if ((await read()).length === 0) return []
  }
  return (await read()).map((what) => `${what} when all has been calm for minutes`)
}

async function verify(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const program = new URL('../server/aerie.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [program, 'verify', '--files', '--mentions'], {
    env: { PATH: process.env.PATH, BASE_URL: testOrigin, ...env },
  })
  const code = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, said: (out + err).trim() }
}

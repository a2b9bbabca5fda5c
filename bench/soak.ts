import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import * as api from '#contract'
import { bearer, testPassword } from '#testing'
import { startTestProvider } from '../server/identity/identity-provider/testing/provider.ts'
import { startMailServer } from '../server/mail/testing/mail-server.ts'
import { newDataDir } from '../server/testing/data-dir.ts'
import type { Print } from './load.ts'
import { openPostgres } from './postgres.ts'
import { accountFlows } from './soak/accounts.ts'
import { billingFlows, billingSettings } from './soak/billing.ts'
import { type Caller, createCaller } from './soak/caller.ts'
import { createEffects } from './soak/effects.ts'
import { insightFlows } from './soak/insights.ts'
import { createUses } from './soak/last-used.ts'
import { growthOf } from './soak/memory.ts'
import { type Nodes, startNodes } from './soak/nodes.ts'
import { patientFlows } from './soak/patients.ts'
import { pick, Shelf } from './soak/random.ts'
import { readFlows } from './soak/reads.ts'
import { type Item, stockFlows } from './soak/stock.ts'
import { createWorld, type Flow, signInAs, type World, weighted } from './soak/world.ts'
import { verify } from './verify.ts'

const callersAtOnce = 12
/** Rounds of all flows at the end, at most. */
const roundsAtMost = 10
/** A scheduled job finds whatever lost its own job within minutes. */
const settledWithinMs = 11 * 60_000
/** A response with status 503 is due to a disturbance of the nodes if it comes so soon after it. */
const busyForMs = 6_000

/**
 * Runs users, scripts and jobs on three nodes of one PostgreSQL, with every operation of the contract, while nodes are
 * killed and connections are cut. Compares everything that was done with the database afterwards, by what the callers
 * remember and by `./aerie verify`. Sets the exit code to 1 if anything is wrong.
 * @param options.minutes 10 by default
 */
export async function soak(print: Print, { minutes = '10' }: { minutes?: string | undefined }) {
  await using postgres = await openPostgres()
  await using opened = new AsyncDisposableStack()
  const databaseUrl = await postgres.createDatabase()
  const dataDir = await newDataDir(databaseUrl)
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const mail = await startMailServer()
  opened.defer(() => mail.stop())
  const provider = await startTestProvider()
  opened.defer(() => provider.stop())
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DATABASE_POOL: '6',
    LOG_LEVEL: 'warn',
    ...mail.settings,
    ...provider.settings,
  }
  const spectator = new pg.Pool({ connectionString: databaseUrl, application_name: 'soak', max: 3 })
  opened.defer(() => spectator.end())
  const nodes = await startNodes(settings, spectator)
  opened.defer(() => nodes.remove())
  const [uses, effects] = [createUses(), createEffects()]
  const caller = createCaller(nodes, uses)
  const world = createWorld(caller, effects)
  await populate(world, /Setup code: (\S+)/.exec(nodes.output())?.[1])
  nodes.disturb()
  const items = new Shelf<Item>(40)
  const flows = [
    ...accountFlows(world, mail, provider),
    ...patientFlows(world),
    ...stockFlows(world, items),
    ...billingFlows(world, items),
    ...insightFlows(world),
    ...readFlows(world),
  ]
  const broken = await work(flows, Date.now() + Number(minutes) * 60_000, caller, print)
  await nodes.calm()
  await crashAfterCalls(world, nodes)
  const unsettled = await settle(spectator)
  const exits = await nodes.end()

  const lastUsed = await uses.compare(spectator)
  const verified = verify(settings)
  const growth = growthOf(nodes.samples)
  const odd = caller.busyAt.filter(
    (at) => !nodes.disturbances.some((then) => then - 1000 <= at && at <= then + busyForMs),
  )
  const { kills, cuts } = nodes.counts
  const wrong = [
    ...broken,
    ...nodes.failures,
    ...caller.wrong,
    ...(await effects.compare(spectator)),
    ...lastUsed.wrong,
    ...unsettled,
    ...missing(caller).map((id) => `${id} was never done`),
    ...exits.flatMap((code) => (code === 0 ? [] : [`A node ended with ${code}`])),
    ...(verified.code === 0 ? [] : [`verify found:\n${verified.output}`]),
    ...(odd.length > 0 ? [`${odd.length} responses with status 503 without a reason`] : []),
    ...(growth.grows ? ['Memory grows'] : []),
  ]

  const { done, refused, busy, lost, repeated, unknown } = caller.tally
  const table: [string, unknown][] = [
    ['calls done', done],
    ['refused for a reason of their own', refused],
    ['503, and repeated', busy],
    ['responses lost', lost],
    ['answered when repeated', repeated],
    ['never answered', unknown],
    ['operations done, of the contract', `${caller.done.size} of ${api.operations.length}`],
    ['nodes killed', kills],
    ['database connections cut', cuts],
    ['effects compared', effects.count()],
    ['keys, and the oldest call lost at a kill', `${lastUsed.keys}, ${lastUsed.mostLost} ms`],
    ['memory of the first node', growth.summary],
    ['verify', verified.output.split('\n').at(-1)],
  ]
  for (const [what, value] of table) print(`${what.padEnd(44)}${value}`)
  const refusals = [...caller.refusals].sort(([, a], [, b]) => b - a).slice(0, 12)
  print(`refusals: ${refusals.map(([what, count]) => `${what} ${count}`).join(', ')}`)
  for (const one of wrong.slice(0, 50)) print(`WRONG: ${one}`)
  if (wrong.length > 0) {
    print(`${wrong.length} findings. Errors in the nodes’ logs:`)
    for (const line of nodes.errors().slice(-10)) print(line.slice(0, 2000))
    process.exitCode = 1
  }
}

/** Sets up the owner with the code that the server printed, and invites others. All have a session, some have keys. */
async function populate(world: World, code: string | undefined): Promise<void> {
  const { effects, people, keys, result } = world
  const certain = async <T>(outcome: Promise<T | undefined>): Promise<T> => {
    const value = await outcome
    if (value === undefined) throw new Error('The soak cannot begin')
    return value
  }
  const add = async (id: string, email: string, role: api.Role) => {
    const { headers } = await certain(signInAs(world, email))
    people.push({ id, email, role, headers })
  }
  const owner = { name: 'Owner', email: `${effects.newMark('owner')}@aerie.test`, password: testPassword }
  await add((await certain(result(api.setUp, { ...owner, code }))).id, owner.email, 'owner')
  for (const role of ['admin', 'admin', 'member', 'member', 'member'] as const) {
    const email = `${effects.newMark(role)}@aerie.test`
    const { url = '' } = await certain(result(api.createInvitation, { email, role }, people[0]!))
    const body = { token: url.split('/').at(-1)!, name: role, password: testPassword }
    await add((await certain(result(api.acceptInvitation, body))).id, email, role)
  }
  for (let n = 0; n < 24; n++) {
    const person = people[n % people.length]!
    const name = effects.newMark('key')
    const { id: keyId, token } = await certain(result(api.createApiKey, { name }, person))
    keys.push({ keyId, role: person.role, headers: bearer(token) })
  }
  await certain(result(api.updateSettings, billingSettings, people[0]!))
}

/**
 * Lets callers run random flows until the time is over, and then all flows one by one for as long as an operation was
 * never done. Returns the errors of the soak itself.
 */
async function work(flows: Flow[], end: number, caller: Caller, print: Print): Promise<string[]> {
  const broken: string[] = []
  const runs = weighted(flows)
  const last = Array.from({ length: roundsAtMost }, () => flows.map(([, run]) => run)).flat()
  const next = () => {
    if (Date.now() < end) return pick(runs)
    return missing(caller).length > 0 ? last.shift() : undefined
  }
  const progress = setInterval(() => {
    const left = Math.max(0, Math.round((end - Date.now()) / 1000))
    print(`${left} s to go, ${caller.tally.done} calls done`)
  }, 30_000)
  const work = async () => {
    for (let run = next(); run; run = next())
      await run().catch((error: Error) => broken.push(String(error.stack)))
  }
  await Promise.all(Array.from({ length: callersAtOnce }, work))
  clearInterval(progress)
  return broken
}

const missing = ({ done }: Caller): string[] =>
  api.operations.map(({ id }) => id).filter((id) => !done.has(id))

/** Uses each key once more, and kills the node before all of these times are written. */
async function crashAfterCalls({ caller, keys }: World, nodes: Nodes): Promise<void> {
  for (const key of keys) {
    await caller.call(api.getMe, {}, key, { life: nodes.last() })
    await wait(1500 / keys.length)
  }
  await nodes.crashLast()
}

/** Waits for all jobs, and returns what they have not done in time. */
async function settle(pool: pg.Pool): Promise<string[]> {
  const open = `
    select 'source ' || id || ' is ' || status as what from sources where status in ('queued', 'extracting')
    union all select 'run ' || id || ' is ' || status from skill_runs where finished_at is null
    union all select 'tracker ' || tracker_id || ' still searches existing sources' from tracker_backfills
    union all select 'tracker ' || id || ' is not removed' from trackers where deleted_at is not null
    union all select 'project ' || id || ' is not removed' from projects where deleted_at is not null`
  const read = async () => (await pool.query<{ what: string }>(open)).rows.map(({ what }) => what)
  for (const end = Date.now() + settledWithinMs; Date.now() < end; await wait(1000)) {
    if ((await read()).length === 0) return []
  }
  return (await read()).map((what) => `${what} after ${settledWithinMs / 60_000} calm minutes`)
}

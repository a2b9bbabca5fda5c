import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import * as api from '#contract'
import { bearer, testPassword } from '#testing'
import type { Print } from './load.ts'
import { accountFlows } from './soak/accounts.ts'
import { billingFlows, billingSettings } from './soak/billing.ts'
import { type Caller, createCaller } from './soak/caller.ts'
import { createEffects } from './soak/effects.ts'
import { importFlows } from './soak/imports.ts'
import { startInfrastructure } from './soak/infrastructure.ts'
import { insightFlows } from './soak/insights.ts'
import { createUses } from './soak/last-used.ts'
import { growthOf } from './soak/memory.ts'
import { type Nodes, startNodes } from './soak/nodes.ts'
import { operatorFlows } from './soak/operators.ts'
import { patientFlows } from './soak/patients.ts'
import { pick, Shelf } from './soak/random.ts'
import { readFlows } from './soak/reads.ts'
import { type Item, stockFlows } from './soak/stock.ts'
import { createWorld, type Flow, type Person, signInAs, type World, weighted } from './soak/world.ts'
import { verify } from './verify.ts'

const callersAtOnce = 12
/** Rounds of all flows at the end, at most. */
const roundsAtMost = 100
/** A scheduled job finds whatever lost its own job within minutes. */
const settledWithinMs = 11 * 60_000
/** A response with status 503 is due to a disturbance of the nodes if it comes so soon after it. */
const busyForMs = 6_000

/** Soaks, and sets the exit code to 1 if something is wrong. */
export async function soak(...given: Parameters<typeof runSoak>): Promise<void> {
  if ((await runSoak(...given)).length > 0) process.exitCode = 1
}

/**
 * Runs users, scripts and jobs on three nodes that share only object storage and PostgreSQL, reached through PgBouncer in
 * transaction mode over TLS, until every operation of the contract was done. Meanwhile nodes are killed and connections are
 * cut. Compares everything that was done with the database afterwards, by what the callers remember and by
 * `./aerie verify`. Prints a table and what is wrong, and returns the latter.
 * @param options.minutes how long flows are picked at random, 10 by default. With 0, nothing is disturbed
 */
export async function runSoak(
  print: Print,
  { minutes = '10' }: { minutes?: string | undefined },
): Promise<string[]> {
  const forMs = Number(minutes) * 60_000
  const disturbed = forMs > 0
  await using opened = new AsyncDisposableStack()
  const infrastructure = opened.use(await startInfrastructure())
  const { mail, provider, spectator } = infrastructure
  const nodes = await startNodes(infrastructure)
  opened.defer(() => nodes.remove())
  const [uses, effects] = [createUses(), createEffects()]
  const caller = createCaller(nodes, uses)
  const world = createWorld(caller, effects)
  await populate(world, /Setup code: (\S+)/.exec(nodes.output())?.[1])
  if (disturbed) nodes.disturb()
  const items = new Shelf<Item>(40)
  const flows = [
    ...accountFlows(world, mail, provider),
    ...patientFlows(world),
    ...stockFlows(world, items),
    ...billingFlows(world, items),
    ...importFlows(world),
    ...insightFlows(world),
    ...operatorFlows(world, nodes),
    ...readFlows(world),
  ]
  const broken = await workFor(forMs, flows, caller, print)
  await nodes.calm()
  broken.push(...(await workOnMissing(flows, caller)))
  if (disturbed) await crashAfterCalls(world, nodes)
  const unsettled = await settle(spectator)
  const exits = await nodes.end()

  const lastUsed = await uses.compare(spectator)
  const verified = await verify(infrastructure.settingsOf(0))
  const growth = growthOf(nodes.samples)
  const withoutReason = (at: number) =>
    !nodes.disturbances.some((then) => then - 1000 <= at && at <= then + busyForMs)
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
    // Undisturbed, a short soak is part of the full test run, where a node without CPU time rightly refuses sign-ins as busy.
    ...caller.busy
      .filter(({ at }) => disturbed && withoutReason(at))
      .map(({ id }) => `${id} returned 503 without a reason`),
    ...nodes.errors().flatMap(({ at, line }) => (withoutReason(at) ? [`A node logged ${line}`] : [])),
    ...(growth.grows ? ['Memory grows'] : []),
  ]

  const { done, refused, internal, busy, lost, repeated, unknown } = caller.tally
  const table: [string, unknown][] = [
    ['calls done', done],
    ['refused for a reason of their own', refused],
    ['500', internal],
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
  for (const one of wrong.slice(0, 50)) print(`WRONG: ${one.slice(0, 2000)}`)
  print(`${wrong.length} findings`)
  return wrong
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
  const join = async (role: 'admin' | 'member') => {
    const email = `${effects.newMark(role)}@aerie.test`
    const { url = '' } = await certain(result(api.createInvitation, { email, role }, people[0]!))
    const body = { token: url.split('/').at(-1)!, name: role, password: testPassword }
    await add((await certain(result(api.acceptInvitation, body))).id, email, role)
  }
  await Promise.all((['admin', 'admin', 'member', 'member', 'member'] as const).map(join))
  const addKey = async (person: Person) => {
    const name = effects.newMark('key')
    const { id: keyId, token } = await certain(result(api.createApiKey, { name }, person))
    keys.push({ keyId, role: person.role, headers: bearer(token) })
  }
  await Promise.all(Array.from({ length: 24 }, (_, n) => addKey(people[n % people.length]!)))
  await certain(result(api.updateSettings, billingSettings, people[0]!))
}

/** Lets callers run random flows until the time is over. Returns the errors of the soak itself. */
async function workFor(forMs: number, flows: Flow[], caller: Caller, print: Print): Promise<string[]> {
  const end = Date.now() + forMs
  const runs = weighted(flows)
  const progress = setInterval(() => {
    const left = Math.max(0, Math.round((end - Date.now()) / 1000))
    print(`${left} s to go, ${caller.tally.done} calls done`)
  }, 30_000)
  try {
    return await runAll(() => (Date.now() < end ? pick(runs) : undefined))
  } finally {
    clearInterval(progress)
  }
}

/** Lets callers run all flows, one after the other, for as long as an operation was never done. */
function workOnMissing(flows: Flow[], caller: Caller): Promise<string[]> {
  const round = flows.flatMap(([weight, run]) => Array<Flow[1]>(Math.ceil(weight)).fill(run))
  const rounds = Array.from({ length: roundsAtMost }, () => round).flat()
  return runAll(() => (missing(caller).length > 0 ? rounds.shift() : undefined))
}

/** Lets callers run what `next` returns until it returns nothing. */
async function runAll(next: () => Flow[1] | undefined): Promise<string[]> {
  const broken: string[] = []
  const work = async () => {
    for (let run = next(); run; run = next())
      await run().catch((error: Error) => broken.push(String(error.stack)))
  }
  await Promise.all(Array.from({ length: callersAtOnce }, work))
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
    union all select 'import ' || id || ' is ' || status from imports where finished_at is null
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

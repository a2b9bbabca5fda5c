import { setTimeout as wait } from 'node:timers/promises'
import * as api from '#contract'
import { testPassword } from '#testing'
import { verify } from '../verify.ts'
import { backUpNow, restoreBackups } from './backups.ts'
import type { Call } from './checks/observed.ts'
import { checkFields } from './checks/records.ts'
import { type Client, createClientOf, createWorld, type Flow, type Part, type World } from './client.ts'
import { createDice, type Dice } from './dice.ts'
import { readFinal, settle } from './final.ts'
import { accountsPart } from './flows/accounts.ts'
import { billingSettings, invoicesPart } from './flows/billing.ts'
import { importsPart } from './flows/imports.ts'
import { insightsPart } from './flows/insights.ts'
import { createKey, keysPart } from './flows/keys.ts'
import { listsPart } from './flows/lists.ts'
import { mentionsPart } from './flows/mentions.ts'
import { mergesPart } from './flows/merges.ts'
import { operatorsPart, type RequestedBackup } from './flows/operators.ts'
import { patientsPart } from './flows/patients.ts'
import { paymentsPart } from './flows/payments.ts'
import { readsPart } from './flows/reads.ts'
import { createItems, lotsPart, stockPart } from './flows/stock.ts'
import { usersPart } from './flows/users.ts'
import { type Installation, startInstallation } from './installation.ts'
import { check, type Verdict } from './verdict.ts'

const clientCount = 8
/** How often a client does what another one began last, because faults show where requests meet. */
const following = 0.6

export interface Storm {
  seconds: number
  /** Decides on requests and faults. */
  seed: number
  nodes: number
  /** Runs PostgreSQL with Patroni and kills its machines. */
  patroni: boolean
  /** Learns what it does. */
  tell(what: string): void
}

export interface Outcome {
  verdict: Verdict
  /** How often each fault happened. */
  faults: Record<string, number>
  /** The operations that were never done: not every short storm does all. */
  missing: string[]
  /** What should not have happened besides, such as a node that ended by itself or an error of this program. */
  failures: string[]
  /** What is worth knowing of the run. */
  facts: [string, unknown][]
  /** Errors that nodes logged, for those who look into violations. */
  log: string[]
}

/**
 * Runs clients of a new installation for so long, while faults happen to it, and then each flow once, undisturbed. Checks the
 * history, the database, and the backups that were made meanwhile.
 */
export async function runStorm(storm: Storm): Promise<Outcome> {
  await using installation = await startInstallation(storm)
  const { failures, observer, cluster } = installation
  const { tell } = storm
  tell('adds users')
  const world = createWorld(installation)
  const founder = createClientOf(world, 'founder', storm.seed, true)
  await populate(founder, /Setup code: (\S+)/.exec(installation.nodes[0]!.process.output())?.[1])
  const stopPulses = cluster?.startPulses(world, founder.keys[0]!.headers)
  const backups: RequestedBackup[] = []
  const { parts, trackerId } = await partsOf(founder, backups)
  tell(`disturbs clients for ${storm.seconds} seconds`)
  const faults = await disturbed(installation, world, parts, storm)
  await stopPulses?.()
  const note = (error: Error) => void failures.push(String(error.stack))
  const readAgain = async () => {
    failures.push(...(await settle(observer)))
    for (const { finish } of parts) await finish?.(founder).catch(note)
  }
  tell('reads everything again')
  await readAgain()
  const early = { ...check(world.history, await readFinal(observer, trackerId)), usage: empty }
  if (Object.values(early).some(({ violations }) => violations.length > 0))
    return { verdict: early, faults, missing: [], failures, facts: [], log: installation.errors() }

  tell('does everything once, undisturbed')
  const loggedBefore = installation.errors().length
  backups.push(await backUpNow(founder))
  await runEach(world, parts, storm).catch(note)
  await readAgain()
  const logged = installation.errors().slice(loggedBefore)
  failures.push(...logged.map((line) => `An undisturbed node logged ${line}`))
  tell('restores backups')
  const restored = await restoreBackups(installation, founder, backups)
  await installation.end()
  const verified = await verify(installation.settings)
  if (verified.code !== 0) failures.push(`verify found:\n${verified.output}`)
  const growth = installation.growth()
  if (growth.grows) failures.push(`Memory grows: ${growth.summary}`)
  failures.push(...(cluster?.wrong ?? []))
  const verdict = check(world.history, await readFinal(observer, trackerId))
  verdict.records.violations.push(...(await checkFields(world.history.records, observer)))
  verdict.backups = { requests: backups.length, violations: restored }
  const facts: Outcome['facts'] = [
    ...factsOf(world.history.calls),
    ['memory of the first node', growth.summary],
    ['verify', verified.output.split('\n').at(-1)],
    ...(cluster?.timings ?? []).map((timing): [string, string] => ['failover', timing]),
  ]
  const missing = api.operations.map(({ id }) => id).filter((id) => !world.done.has(id))
  return { verdict, faults, missing, failures, facts, log: installation.errors() }
}

const empty = { requests: 0, violations: [] }

function factsOf(calls: Call[]): Outcome['facts'] {
  const count = (is: (outcome: Call['outcome']) => boolean) =>
    calls.filter(({ outcome }) => is(outcome)).length
  return [
    ['calls', calls.length],
    ['calls without a response', count((outcome) => outcome === null)],
    ['refused', count((outcome) => outcome !== null && outcome !== 'done')],
    ['keys refused for another body', count((outcome) => outcome === 'idempotency_key_reused')],
  ]
}

/** Sets up the owner with the code that the server printed, and invites others. All have a session and keys. */
async function populate(founder: Client, code: string | undefined): Promise<void> {
  const { certainly, keys, newMark, nodes, people, signIn } = founder
  const add = async (userId: string, email: string, role: api.Role) => {
    const browser = await signIn(email)
    if (!browser) throw new Error(`${email} cannot sign in`)
    people.push({ userId, email, role, headers: browser.headers, onResponse: browser.onResponse })
  }
  const owner = { name: 'Owner', email: `${newMark('owner')}@aerie.test`, password: testPassword }
  await add((await certainly(api.setUp, { ...owner, code })).id, owner.email, 'owner')
  for (const role of ['admin', 'member', 'member'] as const) {
    const email = `${newMark(role)}@aerie.test`
    const { url = '' } = await certainly(api.createInvitation, { email, role }, people[0]!)
    const body = { token: url.split('/').at(-1)!, name: role, password: testPassword }
    await add((await certainly(api.acceptInvitation, body)).id, email, role)
  }
  // Calls with some keys reach only the node that is never killed, which has to count all of them.
  for (let n = 0; n < 3 * people.length; n++) {
    const person = people[n % people.length]!
    const key = await createKey(founder, person)
    if (!key) throw new Error('A key cannot be created')
    keys.push({ ...key, role: person.role, ...(n < people.length && { node: nodes[0]! }) })
  }
  await certainly(api.updateSettings, billingSettings, people[0]!)
}

async function partsOf(founder: Client, backups: RequestedBackup[]) {
  const items = createItems()
  const mentions = await mentionsPart(founder)
  const parts: Part[] = [
    stockPart(items),
    invoicesPart(items),
    paymentsPart(),
    listsPart(),
    patientsPart(),
    mergesPart(),
    await keysPart(founder),
    await usersPart(founder),
    mentions,
    lotsPart(),
    accountsPart(),
    importsPart(),
    insightsPart(),
    operatorsPart(backups),
    readsPart(founder),
  ]
  return { parts, trackerId: mentions.trackerId }
}

/** Lets clients work while faults happen, until the time is over. Returns how often each fault happened. */
async function disturbed(
  { faults, failures }: Installation,
  world: World,
  parts: Part[],
  { seconds, seed }: Storm,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const flows = parts.flatMap((part) => part.flows)
  const dice = createDice(seed)
  const shared: Shared = { first: dice.shuffled(flows).values(), latest: flows[0]! }
  const end = performance.now() + seconds * 1000
  const note = (error: Error) => void failures.push(String(error.stack))
  const clients = Array.from({ length: clientCount }, (_, n) =>
    createClientOf(world, `client ${n + 1}`, seed + 7919 * (n + 1)),
  )
  await Promise.all([
    ...clients.map((client) => work(client, flows, shared, end, note)),
    disturb(faults, dice, end, counts).catch(note),
  ])
  return counts
}

/** What all clients know of each other. */
interface Shared {
  /** The flows that were never run. */
  first: Iterable<Flow>
  /** What a client began last. */
  latest: Flow
}

/** Takes part in running each flow once, so that no part of the history is empty, and then runs random ones. */
async function work(
  client: Client,
  flows: Flow[],
  shared: Shared,
  end: number,
  note: (error: Error) => void,
): Promise<void> {
  for (const [, run] of shared.first) await run(client).catch(note)
  const weighted = flows.flatMap((flow) => Array<Flow>(Math.ceil(flow[0] * 20)).fill(flow))
  while (performance.now() < end) {
    if (!client.dice.chance(following)) shared.latest = client.dice.pick(weighted)
    const [, run] = shared.latest
    await run(client).catch(note)
  }
}

/** Deals the faults one after the other: each happens once before any happens again. */
async function disturb(
  faults: Installation['faults'],
  dice: Dice,
  end: number,
  counts: Record<string, number>,
): Promise<void> {
  let deck: string[] = []
  for (;;) {
    await wait(dice.between(200, 1200))
    if (performance.now() > end) return
    if (deck.length === 0) deck = dice.shuffled(Object.keys(faults))
    const name = deck.pop()!
    await faults[name]!(dice)
    counts[name] = (counts[name] ?? 0) + 1
  }
}

/** Runs each flow once. */
async function runEach(world: World, parts: Part[], { seed }: Storm): Promise<void> {
  const left = parts.flatMap(({ flows }) => flows).values()
  const work = async (n: number) => {
    const client = createClientOf(world, `client ${n + 1}`, seed - 7919 * (n + 1), true)
    for (const [, run] of left) await run(client)
  }
  await Promise.all(Array.from({ length: clientCount }, (_, n) => work(n)))
}

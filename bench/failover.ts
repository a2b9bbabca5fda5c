import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createApiKey, updateSettings } from '#contract'
import { bearer, signInHeaders, startNodeProcess, testPassword, until } from '#testing'
import { newDataDir } from '../server/testing/data-dir.ts'
import { type Casualty, type PatroniCluster, startPatroni } from '../server/testing/patroni.ts'
import { type Pulse, startPulse } from './failover/pulse.ts'
import { createRevocations } from './failover/revocations.ts'
import type { Print } from './load.ts'
import { billingFlows, billingSettings } from './soak/billing.ts'
import { createCaller } from './soak/caller.ts'
import { createEffects } from './soak/effects.ts'
import { createUses } from './soak/last-used.ts'
import type { Life } from './soak/nodes.ts'
import { patientFlows } from './soak/patients.ts'
import { pick, Shelf } from './soak/random.ts'
import { type Item, stockFlows } from './soak/stock.ts'
import { createWorld, type Flow, type Person, weighted } from './soak/world.ts'
import { verify } from './verify.ts'

const casualties: Casualty[] = ['machine', 'PostgreSQL', 'Patroni']
const kills = 10
const callersAtOnce = 4
/** Between two failovers. */
const calmMs = 3_000
/** How much later than the database the nodes may accept changes. */
const resumesWithinMs = 2_000

/**
 * Kills the primary of a Patroni cluster ten times, while two nodes are under load. Compares everything that was done with
 * the database afterwards, by what the callers remember and by `./aerie verify`. Sets the exit code to 1 if anything was
 * lost or done twice, if a node accepted a revoked key or a disabled user, or if it resumed too late.
 */
export async function failover(print: Print): Promise<void> {
  await using cluster = await startPatroni()
  await using opened = new AsyncDisposableStack()
  const dataDir = await newDataDir(cluster.url)
  opened.defer(() => rm(dataDir, { recursive: true }))
  const settings = { DATABASE_URL: cluster.url, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const pool = new pg.Pool({ connectionString: cluster.url })
  opened.defer(() => pool.end())
  const email = 'owner@aerie.test'
  const lives: Life[] = []
  for (const owner of [{ OWNER_EMAIL: email, OWNER_PASSWORD: testPassword }, {}]) {
    const node = await startNodeProcess({ ...settings, ...owner })
    opened.defer(() => node.remove())
    lives.push({ node, url: node.url, killedAt: null })
  }
  const urls = lives.map(({ url }) => url)
  const caller = createCaller({ any: () => pick(lives) }, createUses())
  const effects = createEffects()
  const world = createWorld(caller, effects)
  const owner: Person = { id: '', email, role: 'owner', headers: await signInHeaders(urls[0]!, email) }
  world.people.push(owner)
  await world.result(updateSettings, billingSettings, owner)
  const { token = '' } = (await world.result(createApiKey, { name: 'Pulse' }, owner)) ?? {}

  const revocations = createRevocations(world, urls)
  const items = new Shelf<Item>(40)
  const flows = [...patientFlows(world), ...stockFlows(world, items), ...billingFlows(world, items)]
  const stopWork = startWork([...flows, ...revocations.flows])
  const pulses = urls.map((url) => startPulse(url, bearer(token), effects))
  print('killed        primary   writable after   node 1     node 2     longest call')
  const late: string[] = []
  for (let n = 0; n < kills; n++) late.push(...(await failOver(cluster, casualties[n % 3]!, pulses, print)))
  await cluster.settled()
  const broken = await stopWork()
  for (const pulse of pulses) await pulse.stop()
  await revocations.stop()
  const statuses = pulses.flatMap(({ beats }) => beats.map(({ status }) => status))
  const unusual = statuses.filter((status) => status !== 201 && status !== 503)
  const lost = await effects.compare(pool)
  for (const life of lives) await life.node.end('SIGTERM')
  const verified = await verify(settings)

  const wrong = [
    ...late,
    ...broken,
    ...caller.wrong,
    ...revocations.wrong,
    ...lost,
    ...unusual.map((status) => `A change got status ${status}`),
    ...(verified.code === 0 ? [] : [`verify found:\n${verified.output}`]),
  ]
  const { done, busy, lost: unanswered, repeated, unknown } = caller.tally
  const table: [string, unknown][] = [
    ['calls done', done + statuses.filter((status) => status === 201).length],
    ['503', busy + statuses.filter((status) => status === 503).length],
    ['responses lost, and repeated', `${unanswered}, ${repeated}`],
    ['never answered', unknown],
    ['effects compared', effects.count()],
    ['keys revoked, users disabled', `${revocations.counts.keys}, ${revocations.counts.users}`],
    ['tries with these keys and sessions', revocations.counts.tries],
    ['verify', verified.output.split('\n').at(-1)],
  ]
  for (const [what, value] of table) print(`${what.padEnd(44)}${value}`)
  for (const one of wrong.slice(0, 50)) print(`WRONG: ${one}`)
  if (wrong.length > 0) process.exitCode = 1
  else print('Nothing was lost or done twice, and nobody was accepted who must be refused.')
}

/** Lets callers run random flows until it is called. Then it returns the errors of the flows themselves. */
function startWork(flows: Flow[]): () => Promise<string[]> {
  const broken: string[] = []
  const runs = weighted(flows)
  let working = true
  const work = async () => {
    while (working) await pick(runs)().catch((error: Error) => broken.push(String(error.stack)))
  }
  const ended = Promise.all(Array.from({ length: callersAtOnce }, work))
  return async () => {
    working = false
    await ended
    return broken
  }
}

/** Kills the primary and waits until the nodes accept changes again. Returns a sentence for each node that is late. */
async function failOver(
  cluster: PatroniCluster,
  casualty: Casualty,
  pulses: Pulse[],
  print: Print,
): Promise<string[]> {
  const primary = await cluster.settled()
  await wait(calmMs)
  const killed = performance.now()
  await cluster.kill(primary, casualty)
  // Without Patroni, the former primary accepts changes until HAProxy notices.
  await until(cluster.writable, (name) => name !== null && (name !== primary || casualty !== 'Patroni'))
  const writable = performance.now()
  const resumed = await Promise.all(
    pulses.map(({ beats }) =>
      until(
        async () => beats.find(({ status, answered }) => status === 201 && answered >= writable)?.answered,
        Boolean,
      ),
    ),
  )
  await wait(resumesWithinMs + calmMs)
  await cluster.revive(primary)

  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  const later = resumed.map((answered) => (answered ?? 0) - writable)
  const since = pulses.map(({ beats }) => beats.filter(({ answered }) => answered > killed))
  const longest = Math.max(...since.flat().map(({ sent, answered }) => answered - sent))
  const columns = [
    primary,
    seconds(writable - killed),
    ...later.map((ms) => `+${seconds(ms)}`),
    seconds(longest),
  ]
  print(
    `${casualty.padEnd(14)}${columns.map((column, n) => column.padEnd([10, 17, 11, 11][n] ?? 0)).join('')}`,
  )
  return since.flatMap((beats, n) => {
    const refused = beats.filter(({ sent, status }) => status !== 201 && sent > writable + resumesWithinMs)
    const isLate = later[n]! > resumesWithinMs || refused.length > 0
    return isLate
      ? [
          `Node ${n + 1} resumed ${seconds(later[n]!)} after the database and refused ${refused.length} changes later`,
        ]
      : []
  })
}

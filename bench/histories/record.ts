import { setTimeout as wait } from 'node:timers/promises'
import { signInHeaders } from '#testing'
import { createCaller } from './caller.ts'
import type { Client, Part } from './client.ts'
import { createDice, type Dice } from './dice.ts'
import { faults } from './faults.ts'
import { auditPart } from './flows/audit.ts'
import { cursorsPart } from './flows/cursors.ts'
import { invoicesPart } from './flows/invoices.ts'
import { addKey, keysPart } from './flows/keys.ts'
import { mergesPart } from './flows/merges.ts'
import { createItems, stockPart } from './flows/stock.ts'
import { usersPart } from './flows/users.ts'
import { versionsPart } from './flows/versions.ts'
import { type History, newHistory } from './history.ts'
import { type Installation, ownerEmail, startInstallation } from './installation.ts'

const clientCount = 8
/** How often a client does what another one began last, because faults show where requests meet. */
const following = 0.6

export interface Recorded {
  history: History
  /** How often each fault happened. */
  faults: Record<string, number>
  /** What stopped a client or a fault, which is an error of this program. */
  failures: string[]
  /** Errors that nodes logged, for those who look into violations. */
  log: string[]
}

/** Records what clients of a new installation request for so long, while faults happen to it. The seed decides on both. */
export async function recordHistory({ seconds, seed }: { seconds: number; seed: number }): Promise<Recorded> {
  await using installation = await startInstallation()
  const history = newHistory()
  const clients = await addClients(installation, history, seed)
  const founder = clients[0]!
  const items = createItems()
  const parts: Part[] = [
    stockPart(items),
    await invoicesPart(founder, items),
    versionsPart(),
    await keysPart(founder),
    await usersPart(founder),
    await cursorsPart(founder),
    mergesPart(),
    auditPart(),
  ]
  const { failures } = installation
  const note = (error: Error) => void failures.push(String(error.stack))
  const flows = parts.flatMap((part) => part.flows)
  const shared: Shared = { first: founder.dice.shuffled(flows).values(), latest: flows[0]! }
  const end = performance.now() + seconds * 1000
  const counts: Record<string, number> = {}
  await Promise.all([
    ...clients.map((client) => work(client, flows, shared, end).catch(note)),
    disturb(installation, createDice(seed), end, counts).catch(note),
  ])
  for (const { finish } of parts) await finish(founder).catch(note)
  const log = installation.nodes.flatMap(({ process }) => process.output().split('\n'))
  return { history, faults: counts, failures, log: log.filter((line) => line.startsWith('{"level":50')) }
}

async function addClients({ nodes }: Installation, history: History, seed: number): Promise<Client[]> {
  const session = await signInHeaders(nodes[0]!.url, ownerEmail)
  const clients: Client[] = []
  for (let n = 0; n < clientCount; n++) {
    const dice = createDice(seed + 7919 * (n + 1))
    const caller = createCaller(nodes, history, dice)
    const key = await addKey({ caller, history, session })
    clients.push({ name: `client ${n + 1}`, caller, dice, history, key, session })
  }
  return clients
}

/** Takes part in running each flow once, so that no part of the history is empty, and then runs random ones. */
async function work(client: Client, flows: Flow[], shared: Shared, end: number): Promise<void> {
  for (const [, run] of shared.first) await run(client)
  const weighted = flows.flatMap((flow) => Array<Flow>(flow[0]).fill(flow))
  while (performance.now() < end) {
    if (!client.dice.chance(following)) shared.latest = client.dice.pick(weighted)
    const [, run] = shared.latest
    await run(client)
  }
}

type Flow = Part['flows'][number]

/** What all clients know of each other. */
interface Shared {
  /** The flows that were never run. */
  first: Iterable<Flow>
  /** What a client began last. */
  latest: Flow
}

/** Deals the faults one after the other: each happens once before any happens again. */
async function disturb(
  installation: Installation,
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
    await faults[name]!(installation, dice)
    counts[name] = (counts[name] ?? 0) + 1
  }
}

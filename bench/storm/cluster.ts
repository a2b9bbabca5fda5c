import { setTimeout as wait } from 'node:timers/promises'
import { until } from '#testing'
import { type Casualty, startPatroni } from '../../server/testing/patroni.ts'
import type { Called } from './checks/observed.ts'
import type { Fault } from './faults.ts'
import type { History } from './history.ts'
import type { Node } from './nodes.ts'
import type { SharedDatabase } from './replicated.ts'

/** A change that was sent to a node. Times are milliseconds of `performance.now()`. */
interface Beat {
  sent: number
  answered: number
  status: number
}

interface World {
  nodes: Node[]
  history: History
  newMark(prefix: string): string
}

/** PostgreSQL with Patroni, whose primary is killed while changes are sent to each node at a steady pace. */
export interface Cluster extends SharedDatabase, AsyncDisposable {
  /** Begins to send changes. Returns a function that ends it. */
  startPulses(world: World, headers: Record<string, string>): () => Promise<void>
  /** One line for each failover. */
  timings: string[]
  /** Sentences about changes that were refused when they should not. */
  wrong: string[]
}

const everyMs = 100
/** How many changes in a row the database accepts from an observer before a node must accept them, too. */
const acceptedBefore = 20
/** Between two failovers. */
const calmMs = 3_000

export async function startCluster(): Promise<Cluster> {
  const cluster = await startPatroni()
  let pulses: Beat[][] = []
  const timings: string[] = []
  const wrong: string[] = []

  /** Kills the primary and waits until the nodes accept changes again. */
  async function failOver(casualty: Casualty): Promise<void> {
    const primary = await cluster.settled()
    await wait(calmMs)
    const killed = performance.now()
    await cluster.kill(primary, casualty)
    // Without Patroni, the former primary accepts changes until HAProxy notices.
    await until(cluster.writable, (name) => name !== null && (name !== primary || casualty !== 'Patroni'))
    const writable = performance.now()
    for (let accepted = 0; accepted < acceptedBefore; await wait(everyMs))
      accepted = (await cluster.writable()) === null ? 0 : accepted + 1
    const due = performance.now()
    const accepts = ({ status, answered }: Beat) => status === 201 && answered >= writable
    const resumed = await Promise.all(
      pulses.map((beats) => until(async () => beats.find(accepts)?.answered, Boolean)),
    )
    await wait(calmMs)
    await cluster.revive(primary)

    const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
    const since = pulses.map((beats) => beats.filter(({ answered }) => answered > killed))
    const longest = Math.max(...since.flat().map(({ sent, answered }) => answered - sent))
    const later = resumed.map((answered) => `+${seconds((answered ?? 0) - writable)}`)
    timings.push(
      `${casualty} of ${primary} killed: writable after ${seconds(writable - killed)}, nodes ${later.join(' and ')}, longest call ${seconds(longest)}`,
    )
    for (const [n, beats] of since.entries()) {
      const refused = beats.filter(({ sent, status }) => status !== 201 && sent > due)
      if (refused.length > 0)
        wrong.push(`Node ${n + 1} refused ${refused.length} changes after the database had accepted them`)
    }
  }

  const faults = (['machine', 'PostgreSQL', 'Patroni'] as const).map((casualty): [string, Fault] => [
    `${casualty} killed`,
    () => failOver(casualty),
  ])
  return {
    url: cluster.url,
    direct: cluster.url,
    proxies: [],
    faults: Object.fromEntries(faults),
    timings,
    wrong,
    startPulses(world, headers) {
      let beating = true
      const started = world.nodes.map(({ url }) => {
        const beats: Beat[] = []
        return { beats, ended: pulse(url, headers, world, beats, wrong, () => beating) }
      })
      pulses = started.map(({ beats }) => beats)
      return async () => {
        beating = false
        await Promise.all(started.map(({ ended }) => ended))
      }
    },
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  }
}

/** Sends a change to a node ten times a second, whether or not the former ones were answered. */
async function pulse(
  url: string,
  headers: Record<string, string>,
  { newMark, history }: World,
  beats: Beat[],
  wrong: string[],
  isBeating: () => boolean,
): Promise<void> {
  const open = new Set<Promise<void>>()

  async function beat(): Promise<void> {
    const name = newMark('project')
    const sent = performance.now()
    const response = await fetch(`${url}/api/projects`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
    await response.arrayBuffer()
    const [answered, { status }] = [performance.now(), response]
    beats.push({ sent, answered, status })
    if (status !== 201 && status !== 503) wrong.push(`A change got status ${status}`)
    const called: Called<null> =
      status === 201
        ? { answer: { kind: 'done', result: null, invoked: sent, returned: answered }, lost: null }
        : { answer: null, lost: sent }
    history.records.note('project', name, 'done', called)
  }

  while (isBeating()) {
    const one = beat().finally(() => open.delete(one))
    open.add(one)
    await wait(everyMs)
  }
  await Promise.all(open)
}

import { setTimeout as wait } from 'node:timers/promises'
import { type NodeProcess, startNodeProcess } from '#testing'
import { residentMegabytes } from '../../server/testing/resident.ts'
import type { Infrastructure } from './infrastructure.ts'
import { pick, random } from './random.ts'

/** A node from its start to its end. */
export interface Life {
  node: NodeProcess
  url: string
  /** Milliseconds since 1970; null unless it was killed. */
  killedAt: number | null
}

interface LoggedError {
  /** Milliseconds since 1970. */
  at: number
  line: string
}

export type Nodes = Awaited<ReturnType<typeof startNodes>>

const count = 3
const killEveryMs = 15_000
const cutEveryMs = 2_500
const sampleEveryMs = 2_000
/** On a slow machine, several cuts can meet one start. */
const startTries = 10
/** How long of each minute nodes are disturbed. */
const disturbedMs = 40_000

/**
 * Starts three nodes, kills and restarts random ones and cuts random connections. The first is never killed, so that its
 * memory can be watched.
 */
export async function startNodes({ settingsOf, spectator }: Infrastructure) {
  const running: Life[] = []
  /** Of the nodes that ended. */
  const logs: string[] = []
  /** Resident megabytes of the first node. */
  const samples: number[] = []
  /** Times of kills, restarts and cuts. */
  const disturbances: number[] = []
  /** Starts that neither succeeded nor failed in time. */
  const failures: string[] = []
  const counts = { kills: 0, cuts: 0 }
  let working = true

  async function start(at: number, tries = startTries): Promise<void> {
    try {
      const node = await startNodeProcess(settingsOf(at))
      running[at] = { node, url: node.url, killedAt: null }
    } catch (error) {
      if (tries === 1) throw error
      // A node whose connection is cut while it starts ends, and its supervisor starts it again.
      const { cause } = error as Error
      if (!String(cause).includes('It ended')) failures.push(`${cause}\n${await activity()}`)
      await start(at, tries - 1)
    }
  }

  async function activity(): Promise<string> {
    const { rows } = await spectator.query(
      `select pid, state, wait_event_type, wait_event, now() - state_change as since, left(query, 100) as query
       from pg_stat_activity where datname = current_database()`,
    )
    return rows.map((row) => JSON.stringify(row)).join('\n')
  }

  /** Kills a node and starts it again. */
  async function crash(at: number, downMs = 0): Promise<void> {
    const life = running[at]!
    disturbances.push(Date.now())
    life.killedAt = Date.now()
    counts.kills++
    await life.node.end('SIGKILL')
    logs.push(life.node.output())
    await wait(downMs)
    await start(at)
    disturbances.push(Date.now())
  }

  async function cut(): Promise<void> {
    const { rowCount } = await spectator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name <> 'soak' order by random() limit 1`,
    )
    counts.cuts += rowCount ?? 0
    disturbances.push(Date.now())
  }

  async function sample(): Promise<void> {
    samples.push(residentMegabytes(running[0]!.node.pid))
  }

  async function every(ms: number, now: () => boolean, act: () => Promise<void>): Promise<void> {
    for (let due = Date.now() + ms; working; await wait(100)) {
      if (Date.now() < due || !now()) continue
      await act()
      due = Date.now() + ms * (0.5 + Math.random())
    }
  }

  // The first prints the setup code.
  await start(0)
  await Promise.all(Array.from({ length: count - 1 }, (_, n) => start(n + 1)))
  let begun = Number.POSITIVE_INFINITY
  const whileDisturbed = () => Date.now() > begun && (Date.now() - begun) % 60_000 < disturbedMs
  const work = Promise.all([
    every(killEveryMs, whileDisturbed, () => crash(1 + random(count - 1), random(3000))),
    every(cutEveryMs, whileDisturbed, cut),
    every(sampleEveryMs, () => true, sample),
  ])

  return {
    failures,
    samples,
    disturbances,
    counts,
    /** A running node, as a load balancer chooses one. */
    any: (): Life => pick(running.filter(({ killedAt }) => killedAt === null)),
    first: (): Life => running[0]!,
    last: (): Life => running.at(-1)!,
    output: () => running[0]!.node.output(),
    /** Errors that the nodes have logged. */
    errors: (): LoggedError[] =>
      [...logs, ...running.map(({ node }) => node.output())]
        .flatMap((log) => log.split('\n'))
        .filter((line) => /^\{"level":[56]0.*\}$/.test(line))
        .map((line) => ({ at: JSON.parse(line).time, line })),
    /** Begins the disturbances. */
    disturb(): void {
      begun = Date.now()
    },
    /** Ends the disturbances. From then on all nodes run. */
    async calm(): Promise<void> {
      working = false
      await work
    },
    crashLast: () => crash(count - 1),
    /** Stops them as an operator does. */
    end: (): Promise<(number | null)[]> => Promise.all(running.map(({ node }) => node.end('SIGTERM'))),
    async remove(): Promise<void> {
      working = false
      await Promise.all(running.map(({ node }) => node.remove()))
    },
  }
}

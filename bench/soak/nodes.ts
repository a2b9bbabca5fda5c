import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type NodeProcess, startNodeProcess } from '#testing'
import { residentMegabytes } from '../../server/testing/resident.ts'

/** A node from its start to its end. */
export interface Life {
  url: string
  pid: number
  /** Calls that it answered. */
  calls: number
  /** When it was killed, in milliseconds since 1970; null where it lives, or ended cleanly. */
  killedAt: number | null
}

export interface Sample {
  calls: number
  /** Resident, in megabytes. */
  megabytes: number
}

const nodesAtOnce = 3
const killEveryMs = 15_000
const cutEveryMs = 2_500
const sampleEveryMs = 2_000
/** Of each minute, so long they are disturbed; then they are left alone. */
const disturbedMs = 40_000

/**
 * Three nodes on one PostgreSQL, of which random ones are killed and started again, and random connections of which are
 * cut off. The first is never killed: its memory is watched.
 */
export async function startNodes(settings: Record<string, string>, spectator: pg.Pool) {
  const processes: NodeProcess[] = []
  const lives: Life[] = []
  const current: Life[] = []
  const samples: Sample[] = []
  /** Times of what was done to them. */
  const disturbances: number[] = []
  let kills = 0
  let cuts = 0
  /** Starts that neither succeeded nor failed in time. */
  const failures: string[] = []
  let working = true

  async function start(at: number): Promise<void> {
    const node = await startNodeProcess(settings).catch(async (error: Error) => {
      // One whose connection is cut off meanwhile ends and says so, and whoever runs it starts it again.
      if (!String(error.cause).includes('It ended')) failures.push(`${error.cause}\n${await atWork()}`)
      return startNodeProcess(settings)
    })
    processes[at] = node
    current[at] = { url: node.url, pid: node.pid, calls: 0, killedAt: null }
    lives.push(current[at])
  }
  for (let at = 0; at < nodesAtOnce; at++) await start(at)

  let begun = Number.POSITIVE_INFINITY
  const whileDisturbed = () => Date.now() > begun && (Date.now() - begun) % 60_000 < disturbedMs
  const work = Promise.all([
    every(killEveryMs, whileDisturbed, async () => {
      const at = 1 + Math.floor(Math.random() * (nodesAtOnce - 1))
      await kill(at)
      await wait(Math.random() * 3000)
      await start(at)
      disturbances.push(Date.now())
    }),
    every(cutEveryMs, whileDisturbed, async () => {
      const { rowCount } = await spectator.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name <> 'soak' order by random() limit 1`,
      )
      cuts += rowCount ?? 0
      disturbances.push(Date.now())
    }),
    every(
      sampleEveryMs,
      () => true,
      async () => {
        samples.push({ calls: current[0]!.calls, megabytes: residentMegabytes(current[0]!.pid) })
      },
    ),
  ])

  return {
    lives,
    failures,
    samples,
    disturbances,
    /** One that takes calls, as a load balancer chooses. */
    any(): Life {
      const alive = current.filter(({ killedAt }) => killedAt === null)
      return alive[Math.floor(Math.random() * alive.length)]!
    },
    said: () => processes[0]!.output(),
    /** What those that run now have logged as errors. */
    errors: () =>
      processes.flatMap((node) =>
        node
          .output()
          .split('\n')
          .filter((line) => line.startsWith('{"level":50')),
      ),
    counts: () => ({ kills, cuts }),
    /** Begins the disturbances. */
    disturb(): void {
      begun = Date.now()
    },
    /** Ends the disturbances: from then on all nodes live. */
    async calm(): Promise<void> {
      working = false
      await work
    },
    last: (): Life => current.at(-1)!,
    /** Kills the last of them and starts it again. */
    async crashLast(): Promise<void> {
      await kill(nodesAtOnce - 1)
      await start(nodesAtOnce - 1)
    },
    /** Ends them as an operator does. */
    end: (): Promise<(number | null)[]> => Promise.all(processes.map((node) => node.end('SIGTERM'))),
    async remove(): Promise<void> {
      working = false
      await Promise.all(processes.map((node) => node.remove()))
    },
  }

  async function kill(at: number): Promise<void> {
    disturbances.push(Date.now())
    current[at]!.killedAt = Date.now()
    kills++
    await processes[at]!.end('SIGKILL')
  }

  async function atWork(): Promise<string> {
    const { rows } = await spectator.query(
      `select pid, state, wait_event_type, wait_event, now() - state_change as since, left(query, 100) as query
       from pg_stat_activity where datname = current_database()`,
    )
    return rows.map((row) => JSON.stringify(row)).join('\n')
  }

  async function every(ms: number, now: () => boolean, act: () => Promise<void>): Promise<void> {
    for (let due = Date.now() + ms; working; await wait(100)) {
      if (Date.now() < due || !now()) continue
      await act()
      due = Date.now() + ms * (0.5 + Math.random())
    }
  }
}

export type Nodes = Awaited<ReturnType<typeof startNodes>>

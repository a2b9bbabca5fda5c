import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Client, createClient } from '#client'
import { postgres } from './cluster.ts'
import { newDataDir } from './data-dir.ts'
import { loseAnswer, type Post } from './lose-answer.ts'
import { type NodeProcess, startNodeProcess } from './node-process.ts'
import { signInHeaders, testPassword } from './people.ts'

/** A node in a process of its own, on PostgreSQL, to be killed in the middle of something. */
export interface KillableNode {
  url: string
  databaseUrl: string
  /** Of the owner's session. */
  headers: Record<string, string>
  client: Client
  /** Rows that a statement gives, seen from beside the node. */
  rows<Row>(statement: string): Promise<Row[]>
  /**
   * Holds a call up at a step, by a trigger such as `before insert on items`, kills its node there, and starts another.
   * `constraint after insert on items` holds it up during the commit.
   */
  killDuring(call: () => Promise<unknown>, hold: string): Promise<void>
  /** Kills the node, and starts another. */
  kill(): Promise<void>
  /** Kills the node between commit and answer; a retry must give that answer, whose body this gives. */
  loseAnswer(call: Omit<Post, 'headers'>): Promise<string>
}

/** Any number that nothing else in the database locks. */
const lock = 4711

/**
 * Tests with a node that they kill, on a database of their own.
 * @param settings of the node, when it starts
 */
export function onKillableNode(
  what: string,
  tests: (node: () => KillableNode) => void,
  settings: () => Record<string, string> = () => ({}),
): void {
  describe(`${what}, postgresql`, { skip: !postgres && 'needs PostgreSQL' }, () => {
    const owner = { OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }
    let database: string
    let dataDir: string
    let spectator: pg.Client
    let node: NodeProcess
    let headers: Record<string, string>
    const start = () =>
      startNodeProcess({
        ...owner,
        ...settings(),
        DATABASE_URL: database,
        DATABASE_POOL: '4',
        DATA_DIR: dataDir,
      })

    before(async () => {
      database = await postgres!.createMigratedDatabase()
      dataDir = await newDataDir(database)
      spectator = new pg.Client(database)
      await spectator.connect()
      node = await start()
      headers = await signInHeaders(node.url, owner.OWNER_EMAIL)
      await spectator.query(
        `create function wait_for_test() returns trigger language plpgsql as
           $$ begin
             perform set_config('lock_timeout', '0', true), pg_advisory_xact_lock(${lock});
             return new;
           end $$`,
      )
    })
    after(async () => {
      await spectator.end()
      await node.remove()
      await postgres!.dropDatabase(database)
      await rm(dataDir, { recursive: true })
    })

    tests(() => ({
      url: node.url,
      databaseUrl: database,
      headers,
      client: createClient({ baseUrl: node.url, headers }),
      rows: async <Row>(statement: string) => (await spectator.query(statement)).rows as Row[],
      killDuring,
      async kill() {
        await node.end('SIGKILL')
        node = await start()
      },
      async loseAnswer(call) {
        const retried = await loseAnswer(node, { ...call, headers }, start)
        node = retried.node
        return retried.body
      },
    }))

    async function killDuring(call: () => Promise<unknown>, hold: string): Promise<void> {
      const table = hold.split(' ').at(-1)
      const trigger = hold.replace(/^(constraint )?(.*)$/, (_, deferred = '', event) =>
        [
          `create ${deferred}trigger wait_for_test ${event}`,
          deferred && 'deferrable initially deferred',
          'for each row execute function wait_for_test()',
        ].join(' '),
      )
      await spectator.query(trigger)
      await spectator.query('select pg_advisory_lock($1)', [lock])
      const lost = assert.rejects(call())
      const pid = await held()
      await node.end('SIGKILL')
      await lost
      await spectator.query('select pg_advisory_unlock($1)', [lock])
      const ofPid = { text: 'select from pg_stat_activity where pid = $1', values: [pid] }
      while ((await spectator.query(ofPid)).rowCount) await wait(5)
      await spectator.query(`drop trigger wait_for_test on ${table}`)
      node = await start()
    }

    async function held(): Promise<number> {
      for (;;) {
        const { rows } = await spectator.query(
          `select pid from pg_locks join pg_database on pg_database.oid = database
           where datname = current_database() and locktype = 'advisory' and objid = $1 and not granted`,
          [lock],
        )
        if (rows[0]) return rows[0].pid
        await wait(5)
      }
    }
  })
}

import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { type Client, createClient } from '#client'
import { readConfig } from '#config'
import { openInstallation } from '../operating/commands/installation.ts'
import { verifyCommand } from '../operating/commands/verify.ts'
import { postgres } from './cluster.ts'
import { newDataDir } from './data-dir.ts'
import { loseAnswer, type Post } from './lose-answer.ts'
import { type NodeProcess, startNodeProcess } from './node-process.ts'
import { signInHeaders, testPassword } from './people.ts'
import { testSettings } from './settings.ts'
import { until } from './until.ts'

/** A node in a process of its own, on PostgreSQL, to be killed in the middle of something. */
export interface KillableNode {
  url: string
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
 * Tests with a node that they kill, on a database of their own, in which all invariants must hold in the end.
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
      headers,
      client: createClient({ baseUrl: node.url, headers }),
      rows: async <Row>(statement: string) => (await spectator.query(statement)).rows as Row[],
      async killDuring(call, hold) {
        await holdUp(spectator, { call, hold, kill: () => node.end('SIGKILL') })
        node = await start()
      },
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

    test('no invariant is violated', async () => {
      const config = readConfig(testSettings({ DATABASE_URL: database, DATA_DIR: dataDir }))
      const installation = await openInstallation(config)
      try {
        await verifyCommand.run(installation, { files: 'yes', mentions: 'yes' })
      } finally {
        await installation.db.close()
      }
    })
  })
}

/** Holds a call up by a trigger until its node is killed, and its transactions have ended. */
async function holdUp(
  spectator: pg.Client,
  { call, hold, kill }: { call: () => Promise<unknown>; hold: string; kill: () => Promise<unknown> },
): Promise<void> {
  const table = hold.split(' ').at(-1)
  const trigger = hold.replace(/^(constraint )?(.*)$/, (_, deferred = '', event) =>
    [
      `create ${deferred}trigger wait_for_test ${event}`,
      deferred && 'deferrable initially deferred',
      'for each row execute function wait_for_test()',
    ].join(' '),
  )
  const connections = async (which: string) =>
    (
      await spectator.query(
        `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
      )
    ).rowCount!
  await spectator.query(trigger)
  await spectator.query('select pg_advisory_lock($1)', [lock])
  let hasEnded = false
  const isLost = call()
    .then(
      () => false,
      () => true,
    )
    .finally(() => {
      hasEnded = true
    })
  const held = `pid in (select pid from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted)`
  await until(
    () => connections(held),
    (count) => count > 0 || hasEnded,
  )
  assert.ok(!hasEnded, `nothing was held up ${hold}`)
  await kill()
  assert.ok(await isLost)
  await spectator.query('select pg_advisory_unlock($1)', [lock])
  await until(
    () => connections(`backend_type = 'client backend'`),
    (count) => count === 0,
  )
  await spectator.query(`drop trigger wait_for_test on ${table}`)
}

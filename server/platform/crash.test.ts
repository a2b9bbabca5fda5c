import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createClient } from '#client'
import { createApiKey, listProjects, revokeApiKey } from '#contract'
import { type NodeProcess, postgres, refusal, signInHeaders, startNodeProcess, testPassword } from '#testing'
import { loseAnswer } from '../testing/lose-answer.ts'

const owner = { OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }

/** Any number that nothing else in the database locks. */
const lock = 4711

/** Where a transaction is held up, by a trigger, and whether it is then past being undone. */
const stepsOfCreate = [
  { step: 'before its Idempotency-Key is noted', hold: 'before insert on idempotency_records', done: false },
  { step: 'before the key is written', hold: 'before insert on api_keys', done: false },
  { step: 'before the audit entry is written', hold: 'before insert on audit_log', done: false },
  { step: 'before the answer is kept', hold: 'before update on idempotency_records', done: false },
  { step: 'during the commit', hold: 'constraint after insert on audit_log', done: true },
]
const stepsOfRevoke = [
  { step: 'before the key is written', hold: 'before update on api_keys', done: false },
  { step: 'before the audit entry is written', hold: 'before insert on audit_log', done: false },
  { step: 'during the commit', hold: 'constraint after insert on audit_log', done: true },
]

describe('kill -9, postgresql', { skip: !postgres && 'needs PostgreSQL' }, () => {
  let database: string
  let spectator: pg.Client
  let node: NodeProcess
  let headers: Record<string, string>
  const client = () => createClient({ baseUrl: node.url, headers })

  before(async () => {
    database = await postgres!.createDatabase()
    spectator = new pg.Client(database)
    await spectator.connect()
    node = await start()
    headers = await signInHeaders(node.url, owner.OWNER_EMAIL)
    await spectator.query(
      `create function wait_for_test() returns trigger language plpgsql as
         $$ begin perform pg_advisory_xact_lock(${lock}); return new; end $$`,
    )
  })
  after(async () => {
    await spectator.end()
    await node.remove()
    await postgres!.dropDatabase(database)
  })

  const start = () => startNodeProcess({ ...owner, DATABASE_URL: database, DATABASE_POOL: '4' })

  for (const { step, hold, done } of stepsOfCreate) {
    test(`while a key is made, ${step}, leaves the key and its audit entry or neither`, async () => {
      const before = await counts()
      const name = `Made, killed ${step}`
      const make = () => client().call(createApiKey, { name }, { idempotencyKey: name })
      await killDuring(make, hold)
      const there = done ? 1 : 0
      assert.deepEqual(await counts(), {
        keys: before.keys + there,
        created: before.created + there,
        revoked: before.revoked,
      })

      if (done) await refusal(make(), 'already_done')
      else await make()
      assert.deepEqual(await counts(), {
        keys: before.keys + 1,
        created: before.created + 1,
        revoked: before.revoked,
      })
    })
  }

  for (const { step, hold, done } of stepsOfRevoke) {
    test(`while a key is revoked, ${step}, leaves it revoked with its audit entry or neither`, async () => {
      const { id: keyId, token } = await client().call(createApiKey, { name: 'To be revoked' })
      const before = await counts()
      await killDuring(() => client().call(revokeApiKey, { keyId }), hold)
      const revoked = before.revoked + (done ? 1 : 0)
      assert.deepEqual(await counts(), { ...before, revoked })
      const use = createClient({ baseUrl: node.url, apiKey: token }).call(listProjects)
      await (done ? refusal(use, 'unauthenticated') : use)

      assert.equal((await client().call(revokeApiKey, { keyId })).status, 'revoked')
      assert.deepEqual(await counts(), { ...before, revoked: before.revoked + 1 })
    })
  }

  test('between commit and answer, loses nothing: a retry gets the answer that was under way', async () => {
    node = await loseAnswer(node, headers, start)
  })

  /** Holds a call up at a step, kills its node there, and starts another. */
  async function killDuring(call: () => Promise<unknown>, hold: string): Promise<void> {
    const deferred = hold.startsWith('constraint')
    const [, event, table] = /(?:constraint )?(.+) on (.+)/.exec(hold) ?? []
    await spectator.query(
      `create ${deferred ? 'constraint' : ''} trigger wait_for_test ${event} on ${table}
       ${deferred ? 'deferrable initially deferred' : ''} for each row execute function wait_for_test()`,
    )
    await spectator.query('select pg_advisory_lock($1)', [lock])
    const lost = assert.rejects(call())
    const pid = await held()
    await node.end('SIGKILL')
    await lost
    await spectator.query('select pg_advisory_unlock($1)', [lock])
    await gone(pid)
    await spectator.query(`drop trigger wait_for_test on ${table}`)
    node = await start()
  }

  async function held(): Promise<number> {
    for (;;) {
      const { rows } = await spectator.query(
        `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
        [lock],
      )
      if (rows[0]) return rows[0].pid
      await wait(5)
    }
  }

  async function gone(pid: number): Promise<void> {
    const ofPid = { text: 'select from pg_stat_activity where pid = $1', values: [pid] }
    while ((await spectator.query(ofPid)).rowCount) await wait(5)
  }

  async function counts() {
    const { rows } = await spectator.query(
      `select (select count(*)::int from api_keys) as keys,
              (select count(*)::int from audit_log where action = 'api_key.create') as created,
              (select count(*)::int from audit_log where action = 'api_key.revoke') as revoked`,
    )
    return rows[0]
  }
})

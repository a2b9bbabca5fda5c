import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createClient } from '#client'
import { createPatient, getPatient, listMerges } from '#contract'
import {
  type NodeProcess,
  onEachDatabase,
  postgres,
  signInHeaders,
  startNodeProcess,
  testPassword,
} from '#testing'
import { startProxy } from '../../../testing/proxy.ts'
import { records } from '../testing/records.ts'

interface Answer {
  status: number
  body: string
  replayed: string | null
}

async function send(url: string, headers: Record<string, string>, path: string, key: string, body: object) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  const replayed = answer.headers.get('idempotent-replayed')
  return { status: answer.status, body: await answer.text(), replayed } satisfies Answer
}

onEachDatabase('merging exactly once', (app) => {
  const { add, read } = records(app)
  const sendAsAdmin = (path: string, key: string, body: object) =>
    send(app().url, app().people.admin.headers, path, key, body)

  test('fifty merges at once with one key are one, and answered alike to the byte; so are fifty undos', async () => {
    const [source, target] = [await add({ givenName: 'Source' }), await add({ givenName: 'Target' })]
    const merge = { sourceId: source.id, targetId: target.id }
    const merged = await fifty(() => sendAsAdmin('/api/patients/merge', 'fifty merges', merge))
    assert.equal((await read(source.id)).version, 2)
    const { data } = await app().as('admin').call(listMerges, { patientId: source.id })
    assert.deepEqual(data, [JSON.parse(merged)])

    await fifty(() => sendAsAdmin(`/api/patients/merges/${data[0]?.id}/undo`, 'fifty undos', {}))
    assert.equal((await read(source.id)).version, 3)
    const late = await sendAsAdmin('/api/patients/merge', 'fifty merges', merge)
    assert.deepEqual(late, { status: 200, body: merged, replayed: 'true' })
    assert.equal((await read(source.id)).status, 'active')
  })

  async function fifty(call: () => Promise<Answer>): Promise<string> {
    const answers = await Promise.all(Array.from({ length: 50 }, call))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(answers.filter(({ replayed }) => replayed).length, 49)
    const [body, ...others] = new Set(answers.map(({ body }) => body))
    assert.equal(others.length, 0)
    return body ?? ''
  }
})

/** Any number that nothing else in the database locks. */
const lock = 4712

/** Where a merge is held up, by a trigger. */
const steps = [
  { step: 'before its Idempotency-Key is noted', hold: 'before insert on idempotency_records' },
  { step: 'before the merge is noted', hold: 'before insert on patient_merges' },
  { step: 'between the moves and the retirement', hold: 'before update of merged_into on patients' },
  { step: 'before the answer is kept', hold: 'before update on idempotency_records' },
]

describe('kill -9 during a merge, postgresql', { skip: !postgres && 'needs PostgreSQL' }, () => {
  const owner = { OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }
  let database: string
  let spectator: pg.Client
  let node: NodeProcess
  let headers: Record<string, string>
  const client = () => createClient({ baseUrl: node.url, headers })
  const start = () => startNodeProcess({ ...owner, DATABASE_URL: database, DATABASE_POOL: '4' })

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

  for (const { step, hold } of steps) {
    test(`${step}, leaves nothing of it, and a retry merges once`, async () => {
      const merge = await twoRecords()
      const call = () => send(node.url, headers, '/api/patients/merge', step, merge)
      await killDuring(call, hold)
      assert.equal((await client().call(getPatient, { patientId: merge.sourceId })).status, 'active')
      assert.deepEqual(await mergesOf(merge.sourceId), [])

      const retry = await call()
      assert.deepEqual([retry.status, retry.replayed], [200, null])
      assert.deepEqual(await mergesOf(merge.sourceId), [JSON.parse(retry.body)])
    })
  }

  test('between commit and answer, loses nothing: a retry gets the answer that was under way', async () => {
    const merge = await twoRecords()
    const proxy = await startProxy({ hostname: '127.0.0.1', port: Number(new URL(node.url).port) })
    const call = (url: string) => send(url, headers, '/api/patients/merge', 'lost answer', merge)
    const answer = proxy.holdBack()
    const lost = assert.rejects(call(`http://127.0.0.1:${proxy.port}`))
    const said = (await answer).toString()
    await node.end('SIGKILL')
    await proxy.stop()
    await lost
    node = await start()
    const retry = await call(node.url)
    assert.deepEqual(retry, { status: 200, body: said.slice(said.indexOf('\r\n\r\n') + 4), replayed: 'true' })
    assert.deepEqual(await mergesOf(merge.sourceId), [JSON.parse(retry.body)])
  })

  async function twoRecords(): Promise<{ sourceId: string; targetId: string }> {
    const [source, target] = [
      await client().call(createPatient, { givenName: 'Source', identifiers: [{ system: 's', value: '1' }] }),
      await client().call(createPatient, { givenName: 'Target' }),
    ]
    return { sourceId: source.id, targetId: target.id }
  }

  const mergesOf = async (patientId: string) => (await client().call(listMerges, { patientId })).data

  /** Holds a call up at a step, kills its node there, and starts another. */
  async function killDuring(call: () => Promise<unknown>, hold: string): Promise<void> {
    const table = hold.split(' ').at(-1)
    await spectator.query(
      `create trigger wait_for_test ${hold} for each row execute function wait_for_test()`,
    )
    await spectator.query('select pg_advisory_lock($1)', [lock])
    const lost = assert.rejects(call())
    const pid = await held()
    await node.end('SIGKILL')
    await lost
    await spectator.query('select pg_advisory_unlock($1)', [lock])
    while ((await spectator.query('select from pg_stat_activity where pid = $1', [pid])).rowCount)
      await wait(5)
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
})

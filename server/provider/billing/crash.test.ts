import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createClient } from '#client'
import { createInvoice, createItem, createPatient, receiveStock } from '#contract'
import { type NodeProcess, postgres, signInHeaders, startNodeProcess, testPassword } from '#testing'
import { startProxy } from '../../testing/proxy.ts'
import { line } from './testing/invoices.ts'

const owner = { OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }

/** Any number that nothing else in the database locks. */
const lock = 4712

/** Where issuing an invoice is held up, by a trigger, and whether it is then past being undone. */
const steps = [
  { step: 'before its Idempotency-Key is noted', hold: 'before insert on idempotency_records', done: false },
  { step: 'before its items are taken', hold: 'before insert on stock_movements', done: false },
  { step: 'before its lines are written', hold: 'before insert on invoice_lines', done: false },
  { step: 'before its number is counted', hold: 'before update on invoice_series_counters', done: false },
  { step: 'before the answer is kept', hold: 'before update on idempotency_records', done: false },
  { step: 'during the commit', hold: 'constraint after update on invoices', done: true },
]

describe('kill -9 while an invoice is made, postgresql', { skip: !postgres && 'needs PostgreSQL' }, () => {
  let database: string
  let spectator: pg.Client
  let node: NodeProcess
  let headers: Record<string, string>
  let body: string

  before(async () => {
    database = await postgres!.createDatabase()
    spectator = new pg.Client(database)
    await spectator.connect()
    node = await start()
    headers = {
      ...(await signInHeaders(node.url, owner.OWNER_EMAIL)),
      'content-type': 'application/json',
    }
    const client = createClient({ baseUrl: node.url, headers })
    const { id: patientId } = await client.call(createPatient, { familyName: 'Papadaki' })
    const { id: itemId } = await client.call(createItem, { sku: 'CRASH-1', name: 'Gauze', unit: 'box' })
    const lines = [line('10', '20', { itemId })]
    const delivery = { supplier: 'Acme', deliveryNote: '1', lines: [{ itemId, quantity: '100' }] }
    await client.call(receiveStock, delivery)
    // The counter's row is there from here on, so that the next number is an update of it.
    await client.call(createInvoice, { patientId, lines })
    body = JSON.stringify({ patientId, lines })
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

  for (const { step, hold, done } of steps) {
    test(`${step}, leaves all of it or nothing, and a retry makes it once`, async () => {
      const before = await counts()
      await killDuring(() => send(node.url, step), hold)
      assert.deepEqual(await counts(), afterInvoices(before, done ? 1 : 0))
      const retry = await send(node.url, step)
      assert.deepEqual([retry.status, retry.replayed], [201, done ? 'true' : null])
      assert.deepEqual(await counts(), afterInvoices(before, 1))
    })
  }

  test('between commit and answer, loses nothing: a retry gets the first answer', async () => {
    const before = await counts()
    const proxy = await startProxy({ hostname: '127.0.0.1', port: Number(new URL(node.url).port) })
    const answer = proxy.holdBack()
    const lost = assert.rejects(send(`http://127.0.0.1:${proxy.port}`, 'lost'))
    const said = (await answer).toString()
    await node.end('SIGKILL')
    await proxy.stop()
    await lost
    node = await start()
    const retry = await send(node.url, 'lost')
    assert.deepEqual([retry.status, retry.replayed], [201, 'true'])
    assert.equal(retry.text, said.slice(said.indexOf('\r\n\r\n') + 4))
    assert.deepEqual(await counts(), afterInvoices(before, 1))
  })

  async function send(url: string, key: string) {
    const answer = await fetch(`${url}/api/billing/create-invoice`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      body,
    })
    const replayed = answer.headers.get('idempotent-replayed')
    return { status: answer.status, text: await answer.text(), replayed }
  }

  interface Counts {
    invoices: number
    lines: number
    last: number
    taken: number
    onHand: number
  }

  async function counts(): Promise<Counts> {
    const { rows } = await spectator.query<Counts>(
      `select (select count(*)::int from invoices) as invoices,
              (select count(*)::int from invoice_lines) as lines,
              (select last::int from invoice_series_counters) as last,
              (select count(*)::int from stock_movements where reason = 'sold') as taken,
              (select on_hand::int from items) as "onHand"`,
    )
    return rows[0]!
  }

  const afterInvoices = ({ invoices, lines, last, taken, onHand }: Counts, more: number): Counts => ({
    invoices: invoices + more,
    lines: lines + more,
    last: last + more,
    taken: taken + more,
    onHand: onHand - more,
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
})

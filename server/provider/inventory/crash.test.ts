import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createClient } from '#client'
import { createItem, getItem, receiveStock } from '#contract'
import { type NodeProcess, postgres, signInHeaders, startNodeProcess, testPassword } from '#testing'
import { startProxy } from '../../testing/proxy.ts'

const owner = { OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }

/** Any number that nothing else in the database locks. */
const lock = 4711

/** Where a delivery is held up, by a trigger, and whether it is then past being undone. */
const steps = [
  { step: 'before its head is written', hold: 'before insert on stock_documents', done: false },
  { step: 'between the ledger and the totals', hold: 'before update on items', done: false },
  { step: 'during the commit', hold: 'constraint after insert on stock_movements', done: true },
]

describe('a delivery and kill -9', { skip: !postgres && 'needs PostgreSQL' }, () => {
  let database: string
  let spectator: pg.Client
  let node: NodeProcess
  let headers: Record<string, string>
  let itemId: string
  let received = 0
  const client = () => createClient({ baseUrl: node.url, headers })
  const start = () => startNodeProcess({ ...owner, DATABASE_URL: database, DATABASE_POOL: '4' })
  const onHand = async () => Number((await client().call(getItem, { itemId })).onHand)

  before(async () => {
    database = await postgres!.createDatabase()
    spectator = new pg.Client(database)
    await spectator.connect()
    node = await start()
    headers = await signInHeaders(node.url, owner.OWNER_EMAIL)
    itemId = (await client().call(createItem, { sku: 'A-1', name: 'Item', unit: 'box' })).id
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

  for (const { step, hold, done } of steps) {
    test(`${step}, leaves all of it or nothing, and a retry receives it once`, async () => {
      const delivery = { supplier: 'Acme', deliveryNote: step, lines: [{ itemId, quantity: 5 }] }
      const receive = () => client().call(receiveStock, delivery, { idempotencyKey: step })
      await killDuring(receive, hold)
      assert.equal(await onHand(), received + (done ? 5 : 0))
      const { receiptId } = await receive()
      received += 5
      assert.equal(await onHand(), received)
      const again = await client().call(receiveStock, delivery)
      assert.equal(again.receiptId, receiptId)
      assert.equal(await onHand(), received)
    })
  }

  test('between commit and answer, loses nothing: a retry gets the answer that was under way', async () => {
    const proxy = await startProxy({ hostname: '127.0.0.1', port: Number(new URL(node.url).port) })
    const delivery = { supplier: 'Acme', deliveryNote: 'Lost answer', lines: [{ itemId, quantity: 5 }] }
    const send = (url: string) =>
      fetch(`${url}/api/inventory/receive`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'lost answer' },
        body: JSON.stringify(delivery),
      })
    const answer = proxy.holdBack()
    const lost = assert.rejects(send(`http://127.0.0.1:${proxy.port}`))
    const said = (await answer).toString()
    await node.end('SIGKILL')
    await proxy.stop()
    await lost

    node = await start()
    const retry = await send(node.url)
    assert.equal(retry.headers.get('idempotent-replayed'), 'true')
    assert.equal(retry.status, 201)
    assert.equal(await retry.text(), said.slice(said.indexOf('\r\n\r\n') + 4))
    assert.equal(await onHand(), received + 5)
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

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createInvoice, type Patient } from '#contract'
import { newId } from '#platform'
import { meeting, onPostgres, refusal } from '#testing'
import { records } from '../testing/records.ts'

onPostgres('simultaneous merges', (app) => {
  const { query, add, read, update, merge, undo, addVisits, visit, visitsOf } = records(app)
  const two = async (): Promise<[Patient, Patient]> => [
    await add({ givenName: 'Source' }),
    await add({ givenName: 'Target' }),
  ]

  before(addVisits)

  test('of two records each into the other leave one survivor, which the refusal names', async () => {
    const node = records(await nodeOf())
    const [a, b] = await two()
    const lock = `select from patients where id in ('${a.id}', '${b.id}') order by id for update`
    const ended = await meeting(app().databaseUrl, { lock, count: 2 }, () =>
      Promise.allSettled([merge(a, b), node.merge(b, a)]),
    )
    const won = ended.findIndex(({ status }) => status === 'fulfilled')
    const [survivor, retired] = won === 0 ? [b, a] : [a, b]
    await refusal(rejectedOf(ended[1 - won]), 'patient_merged')
    assert.equal((await read(survivor.id)).status, 'active')
    assert.equal((await read(retired.id)).mergedInto, survivor.id)
  })

  test('into the middle of a growing chain end at the live record or are refused', async () => {
    const [a, b] = await two()
    const c = await add({ givenName: 'Third' })
    const lock = `select from patients where id = '${b.id}' for update`
    const [first, second] = await meeting(app().databaseUrl, { lock, count: 2 }, () =>
      Promise.allSettled([merge(a, b), merge(b, c)]),
    )
    assert.equal(second.status, 'fulfilled')
    if (first.status === 'rejected') await refusal(rejectedOf(first), 'patient_merged')
    assert.equal((await read(a.id)).mergedInto, first.status === 'fulfilled' ? c.id : null)
  })

  test('of many records into one all succeed, with all their rows', async () => {
    const target = await add({ givenName: 'Target' })
    const sources = await Promise.all(Array.from({ length: 12 }, (_, n) => add({ givenName: `Source ${n}` })))
    for (const [n, source] of sources.entries()) await visit(source, `visit ${n + 10}`)
    const node = records(await nodeOf())
    const ended = await Promise.all(
      sources.map((source, n) => (n % 2 ? merge(source, target) : node.merge(source, target))),
    )
    assert.deepEqual(
      ended.map(({ moved }) => moved),
      sources.map(() => ({ visits: 1 })),
    )
    assert.equal((await visitsOf(target)).length, 12)
  })

  test('move a row that was inserted for the source but not yet committed', async () => {
    const [source, target] = await two()
    await whileOpen(
      (client) =>
        client.query('insert into visits values ($1, $2, $3)', [newId(), source.id, 'just in time']),
      () => merge(source, target),
    )
    assert.deepEqual(await visitsOf(target), ['just in time'])
  })

  test('refuse a pair whose flag is not yet committed', async () => {
    const [source, target] = await two()
    const marked = whileOpen(
      (client) =>
        client.query('insert into not_duplicate_pairs values ($1, $2, $3, now(), $4)', [
          newId(),
          ...[source.id, target.id].sort(),
          app().people.owner.id,
        ]),
      () => merge(source, target),
    )
    await refusal(marked, 'not_duplicates')
    assert.equal((await read(source.id)).status, 'active')
  })

  test('block all writes to the source: rows, invoices and edits', async () => {
    const [source, target] = await two()
    const held = await visit(source, 'held')
    const lock = `select from visits where id = '${held}' for update`
    const invoice = {
      patientId: source.id,
      lines: [{ description: 'Visit', quantity: '1', unitPrice: '10' }],
    }
    const [merged, row, invoiced, edited] = await meeting(
      app().databaseUrl,
      { lock, count: 4 },
      async (waiting) => {
        const merging = merge(source, target)
        await waiting(1)
        const late = [
          visit(source, 'late'),
          app().as('member').call(createInvoice, invoice),
          update(source, { phone: '123' }),
        ]
        return Promise.allSettled([merging, ...late])
      },
    )
    assert.equal(merged?.status, 'fulfilled')
    await assert.rejects(rejectedOf(row), { code: '23503' })
    for (const refused of [invoiced, edited]) {
      assert.match((await refusal(rejectedOf(refused), 'patient_merged')).detail, new RegExp(target.id))
    }
    assert.deepEqual(await visitsOf(target), ['held'])
    assert.equal((await read(source.id)).phone, null)
    const left = await query('select from invoices where patient_id = any ($1)', [[source.id, target.id]])
    assert.equal(left.length, 0)
  })

  test('can be undone once by two simultaneous undos', async () => {
    const [source, target] = await two()
    const merged = await merge(source, target)
    const lock = `select from patients where id in ('${source.id}', '${target.id}') order by id for update`
    const ended = await meeting(app().databaseUrl, { lock, count: 2 }, () =>
      Promise.allSettled([undo(merged), undo(merged)]),
    )
    const lost = ended.filter(({ status }) => status === 'rejected')
    assert.equal(lost.length, 1)
    await refusal(rejectedOf(lost[0]), 'merge_undone')
    assert.equal((await read(source.id)).version, 3)
  })

  test('refuse either an undo or a simultaneous merge of the survivor', async () => {
    const [source, target] = await two()
    const third = await add({ givenName: 'Third' })
    await visit(source, 'of source')
    const merged = await merge(source, target)
    const lock = `select from patients where id = '${target.id}' for update`
    const [undone] = await meeting(app().databaseUrl, { lock, count: 2 }, () =>
      Promise.allSettled([undo(merged), merge(target, third)]),
    )
    if (undone.status === 'rejected') await refusal(rejectedOf(undone), 'undo_blocked')
    const owner = undone.status === 'fulfilled' ? source : third
    assert.deepEqual(await visitsOf(owner), ['of source'])
  })

  async function nodeOf() {
    const node = await app().startNode()
    return () => node
  }

  /** Makes a call that waits for a transaction, and then commits that transaction. */
  async function whileOpen<T>(
    write: (client: pg.Client) => Promise<unknown>,
    call: () => Promise<T>,
  ): Promise<T> {
    const client = new pg.Client(app().databaseUrl)
    await client.connect()
    try {
      await client.query('begin')
      await write(client)
      const { rows } = await client.query('select pg_backend_pid() as pid')
      const calling = call()
      calling.catch(() => {})
      for (;;) {
        const blocked = await query('select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [
          rows[0].pid,
        ])
        if (blocked.length > 0) break
        await wait(5)
      }
      await client.query('commit')
      return await calling
    } finally {
      await client.end()
    }
  }
})

/** Returns the rejection of a settled call as a promise. */
async function rejectedOf(result: PromiseSettledResult<unknown> | undefined): Promise<unknown> {
  if (result?.status === 'rejected') throw result.reason
  return result?.value
}

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createQueryId, type RootOperationNode } from 'kysely'
import { createPatient, type Input, listInvoices, listPatients, recordPayment } from '#contract'
import type { Reader } from '#database'
import { readSortedPage } from '#platform'
import { onEachDatabase, refusal } from '#testing'
import { invoices } from './billing/invoice-rows.ts'
import { sortable as sortableInvoices } from './billing/list.ts'
import { addPatient, addSeries, bill } from './billing/testing/invoices.ts'
import { sortable as sortablePatients } from './patients/list.ts'
import { patients } from './patients/patient-rows.ts'

onEachDatabase('a sorted list', (app) => {
  const member = () => app().as('member')
  let patientId: string
  let numbers: (string | null)[]

  before(async () => {
    patientId = await addPatient(app(), 'Sorted')
    const series = await addSeries(app(), 'Sorted')
    const add = async (issueDate: string, dueDate: string, more: object = {}) =>
      (await bill(app(), { patientId, series, issueDate, dueDate, ...more })).id
    const ids = [
      await add('2025-01-05', '2025-03-01'),
      await add('2025-01-05', '2025-02-01'),
      await add('2025-01-09', '2025-03-01'),
      await add('2025-01-20', '2025-01-31'),
    ]
    const { id: draft } = await bill(app(), { patientId, series, draft: true })
    numbers = [...ids, draft]
  })

  /** Walks through the list in pages of two. @returns the places in which the invoices were created */
  async function walk(query: Input<typeof listInvoices>): Promise<number[]> {
    const seen: number[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: { data: { id: string }[]; nextCursor: string | null } = await member().call(listInvoices, {
        patientId,
        limit: 2,
        ...query,
        ...(cursor && { cursor }),
      })
      seen.push(...page.data.map(({ id }) => numbers.indexOf(id)))
      cursor = page.nextCursor
    }
    return seen
  }

  test('invoices are in the order of their dates, in both directions, page by page', async () => {
    assert.deepEqual(await walk({ sort: 'issueDate' }), [0, 1, 2, 3, 4])
    assert.deepEqual(await walk({ sort: '-issueDate' }), [4, 3, 2, 1, 0])
    assert.deepEqual(await walk({ sort: 'dueDate' }), [3, 1, 0, 2, 4])
    assert.deepEqual(await walk({ sort: '-dueDate' }), [4, 2, 0, 1, 3])
    assert.deepEqual(await walk({ sort: '-dueDate', status: 'issued' }), [2, 0, 1, 3])
  })

  test('a cursor fits its own order only', async () => {
    const cursorOf = async (query: Input<typeof listInvoices>) =>
      (await member().call(listInvoices, { patientId, limit: 2, ...query })).nextCursor!
    const cursor = await cursorOf({ sort: 'dueDate' })
    for (const query of [{ sort: '-dueDate' as const }, { sort: 'issueDate' as const }, {}])
      await refusal(member().call(listInvoices, { ...query, cursor }), 'validation_failed')
    await refusal(
      member().call(listInvoices, { sort: 'dueDate', cursor: await cursorOf({}) }),
      'validation_failed',
    )
  })

  test('the amounts due of all matching invoices are on every page', async () => {
    const invoiceId = numbers[3]!
    await member().call(recordPayment, { invoiceId, amount: '20', method: 'cash' })
    const euros = (outstanding: string, overdue: string) => [{ currency: 'EUR', outstanding, overdue }]
    const totals = async (query: Input<typeof listInvoices>) =>
      (await member().call(listInvoices, { patientId, limit: 1, ...query })).totals
    assert.deepEqual(await totals({}), euros('460.00', '460.00'))
    assert.deepEqual(await totals({ from: '2025-01-10' }), euros('100.00', '100.00'))
    assert.deepEqual(await totals({ status: 'draft' }), [])
    await bill(app(), { patientId, series: await addSeries(app(), 'Later'), dueDate: '2999-01-01' })
    assert.deepEqual(await totals({}), euros('580.00', '460.00'))
  })

  test('patients are in the order of their family names, without regard to accents, and search results are not', async () => {
    const add = async (givenName: string | null, familyName: string | null) =>
      (await member().call(createPatient, { givenName, familyName })).id
    const ids = [
      await add('Émile', 'Zżb'),
      await add('Adam', 'Zza'),
      await add('Zoé', 'Żza'),
      await add('Zza', null),
    ]
    const { data } = await member().call(listPatients, { sort: 'name', limit: 200 })
    const order = data.map(({ id }) => ids.indexOf(id)).filter((place) => place >= 0)
    assert.deepEqual(order, [3, 1, 2, 0])
    const down = await member().call(listPatients, { sort: '-name', limit: 200 })
    assert.deepEqual(
      down.data.map(({ id }) => id),
      data.map(({ id }) => id).reverse(),
    )
    await refusal(member().call(listPatients, { sort: 'name', q: 'Zza' }), 'validation_failed')
  })

  test('an index has each order, in both directions, from any place on', async () => {
    type Read = (tx: Reader, cursor: string | undefined) => Promise<{ nextCursor: string | null }>
    const limit = 2
    const readInvoices =
      (sort: 'issueDate' | '-issueDate' | 'dueDate' | '-dueDate'): Read =>
      (tx, cursor) =>
        readSortedPage(invoices(tx), 'invoices.id', { limit, cursor, sort }, sortableInvoices)
    const readPatients =
      (sort: 'name' | '-name'): Read =>
      (tx, cursor) => {
        const current = patients(tx).where('patients.mergedInto', 'is', null)
        return readSortedPage(current, 'patients.id', { limit, cursor, sort }, sortablePatients)
      }
    const orders: [index: string, read: Read][] = [
      ['invoices_by_day', readInvoices('issueDate')],
      ['invoices_by_day', readInvoices('-issueDate')],
      ['invoices_in_due_order', readInvoices('dueDate')],
      ['invoices_in_due_order', readInvoices('-dueDate')],
      ['patients_in_name_order', readPatients('name')],
      ['patients_in_name_order', readPatients('-name')],
    ]
    for (const [index, read] of orders) {
      const { nextCursor } = await read(app().db.reader, undefined)
      for (const cursor of [undefined, nextCursor!]) {
        const plan = await planOf((tx) => read(tx, cursor))
        assert.match(plan, new RegExp(`Index (Only )?Scan (Backward )?using ${index} `), plan)
        // What follows are the parts of each row.
        assert.doesNotMatch(plan.split('SubPlan')[0]!, /Sort/, plan)
        if (cursor) assert.match(plan, new RegExp(`using ${index} .*\\n\\s+Index Cond: \\(ROW`), plan)
      }
    }
  })

  /** Returns how PostgreSQL would read many rows: with few, it would read all and sort them. */
  async function planOf(read: (tx: Reader) => Promise<unknown>): Promise<string> {
    const { reader, pool } = app().db
    let query: RootOperationNode | undefined
    const watched = reader.withPlugin({
      transformQuery({ node }) {
        query = node
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await read(watched)
    const { sql, parameters } = reader.getExecutor().compileQuery(query!, createQueryId())
    const client = await pool.connect()
    try {
      await client.query(
        'begin; set local enable_seqscan = off; set local enable_sort = off; set local enable_bitmapscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off',
      )
      const { rows } = await client.query(`explain ${sql}`, [...parameters])
      return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
})

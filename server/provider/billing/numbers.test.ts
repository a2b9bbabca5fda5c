import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createCreditNote,
  createInvoice,
  type Invoice,
  issueInvoice,
  listInvoices,
  recordPayment,
  reversePayment,
  updateInvoice,
  updateSettings,
  voidInvoice,
} from '#contract'
import { cases, meeting, onEachDatabase, onPostgres, patiently, refusal } from '#testing'
import { addPatient, addSeries, bill, dateLater, invoicesOf, line } from './testing/invoices.ts'

/** The number of concurrent calls: more than both nodes have connections. */
const together = 60

onEachDatabase('numbers of invoices', (app, kind) => {
  const count = kind === 'postgresql' ? cases(1000) : 100

  test(`of ${count} simultaneous issues, of which a fifth is rolled back at commit, the others have no gaps`, async () => {
    await app().db.pool.query(`
      create function refuse_doomed() returns trigger language plpgsql as
        $$ begin raise exception 'doomed'; end $$;
      create constraint trigger refuse_doomed after update on invoices deferrable initially deferred
        for each row when (new.note = 'Doomed' and new.number is not null) execute function refuse_doomed()`)
    const patientId = await addPatient(app())
    const nodes = kind === 'postgresql' ? [app(), await app().startNode()] : [app()]
    const issued: Invoice[] = []
    const codes = new Set<string>()
    await inParallel(async (n) => {
      const member = nodes[n % nodes.length]!.as('member')
      const note = n % 5 === 4 ? 'Doomed' : 'Kept'
      const made = { patientId, note, lines: [line('10')] }
      const issue = async () => {
        if (n % 10 > 1) return member.call(createInvoice, made)
        const { id } = await member.call(createInvoice, { ...made, draft: true })
        return member.call(issueInvoice, { invoiceId: id! })
      }
      await patiently(issue).then(
        (invoice) => void issued.push(invoice as Invoice),
        ({ code }) => void codes.add(`${note}: ${code}`),
      )
    })
    assert.deepEqual([...codes], ['Doomed: internal'])
    assertNumbered(
      issued.map(({ number, issuedAt }) => ({ number, issuedAt })),
      'INV-',
      (count * 4) / 5,
    )
    const { data } = await app().as('member').call(listInvoices, { status: 'draft', limit: 200 })
    assert.ok(data.every(({ note, number }) => note === 'Doomed' && number === null))
  })

  test('no invoice is dated before the preceding one of its series', async () => {
    const series = await addSeries(app(), 'Ordered')
    const patientId = await addPatient(app())
    const member = app().as('member')
    const dated = { patientId, series, lines: [line('10')] }
    const issueOn = (issueDate: string, more: object = {}) =>
      member.call(createInvoice, { ...dated, issueDate, ...more })
    await issueOn('2026-02-10')
    const { number } = await issueOn('2026-02-10')
    const draft = await issueOn('2026-02-09', { draft: true })
    for (const tooEarly of [
      () => issueOn('2026-02-09'),
      () => issueOn('2026-02-09', { preview: true }),
      () => member.call(issueInvoice, { invoiceId: draft.id! }),
    ]) {
      const { errors } = await refusal(tooEarly(), 'issue_date_out_of_order')
      assert.deepEqual(errors, [
        { path: 'issueDate', message: `Not before 2026-02-10, the issue date of ${number}` },
      ])
    }
    await bill(app(), { issueDate: '2026-02-09', series: await addSeries(app(), 'Other') })
    assert.equal((await issueOn('2026-02-11')).number, 'Ordered-00003')
  })

  test('only drafts can be dated after today, and a refused date does not hold the series', async () => {
    const series = await addSeries(app(), 'Ahead')
    const patientId = await addPatient(app())
    const member = app().as('member')
    const content = { patientId, series, lines: [line('10')] }
    const issueDate = dateIn(2)
    const later = { ...content, issueDate }
    const draft = await member.call(createInvoice, { ...later, draft: true })
    for (const tooLate of [
      () => member.call(createInvoice, later),
      () => member.call(createInvoice, { ...later, preview: true }),
      () => member.call(issueInvoice, { invoiceId: draft.id! }),
    ]) {
      const { errors } = await refusal(tooLate(), 'validation_failed')
      assert.deepEqual([errors?.length, errors?.[0]?.path], [1, 'issueDate'])
      assert.match(errors?.[0]?.message ?? '', /^Later than today, \d{4}-\d\d-\d\d$/)
    }
    await member.call(updateInvoice, { invoiceId: draft.id!, ...content, issueDate: '2026-02-01' })
    assert.equal((await member.call(issueInvoice, { invoiceId: draft.id! })).number, 'Ahead-00001')
  })

  test('of simultaneous invoices, those whose date comes too late are refused', async () => {
    const series = await addSeries(app(), 'Racing')
    const patientId = await addPatient(app())
    const { id: invoiceId } = await bill(app(), { series, patientId })
    await dateLater(app(), { id: invoiceId, series })
    await app().as('admin').call(voidInvoice, { invoiceId, reason: 'Wrong year' })
    const issued: Invoice[] = []
    const issue = async (_: unknown, n: number) => {
      const issueDate = `2026-03-${String(((n * 7) % 28) + 1).padStart(2, '0')}`
      const body = { patientId, series, issueDate, lines: [line('1')] }
      await patiently(() => app().as('member').call(createInvoice, body)).then(
        (invoice) => void issued.push(invoice as Invoice),
        ({ code }) => assert.equal(code, 'issue_date_out_of_order'),
      )
    }
    await Promise.all(Array.from({ length: 28 }, issue))
    assert.ok(issued.length > 0)
    const dates = issued
      .toSorted((a, b) => (a.number! < b.number! ? -1 : 1))
      .map(({ issueDate }) => issueDate!)
    assert.deepEqual(dates, dates.toSorted())
  })

  test('simultaneous credit notes are numbered without gaps, too', async () => {
    const patientId = await addPatient(app())
    const member = app().as('member')
    const invoices = 30
    for (let n = 0; n < invoices; n++)
      await member.call(createInvoice, { patientId, lines: [line('1', '0'), line('2')] })
    const billed = await invoicesOf(app(), patientId)
    const calls = billed.flatMap(({ id: invoiceId, lines }) =>
      lines.map(({ id: lineId }) =>
        member.call(createCreditNote, { invoiceId, reason: 'Back', lines: [{ lineId }] }),
      ),
    )
    await Promise.all(calls)
    const notes = (await invoicesOf(app(), patientId)).flatMap(({ creditNotes }) => creditNotes)
    assertNumbered(notes, 'CN-', invoices * 2)
  })

  test('a series continues from its last invoice that is neither void nor fully credited', async () => {
    const series = await addSeries(app(), 'Recovering')
    const patientId = await addPatient(app())
    const member = app().as('member')
    const issue = (issueDate: string, more: object = {}) =>
      member.call(createInvoice, { patientId, series, issueDate, lines: [line('10')], ...more })
    const { number } = await issue('2026-02-10')
    const [paid, credited, free] = [
      await issue('2026-02-10'),
      await issue('2026-02-10', { lines: [line('10', '20', { quantity: '3' })] }),
      await issue('2026-02-10', { lines: [line('0')] }),
    ]
    for (const { id } of [paid, credited, free]) await dateLater(app(), { id: id!, series })
    await refusal(issue('2026-03-01'), 'issue_date_out_of_order')

    const { payments } = await member.call(recordPayment, {
      invoiceId: paid.id!,
      amount: '12',
      method: 'cash',
    })
    await member.call(reversePayment, { paymentId: payments[0]!.id, reason: 'Bounced' })
    const voidIt = (invoiceId: string) =>
      app().as('admin').call(voidInvoice, { invoiceId, reason: 'Wrong date' })
    await voidIt(paid.id!)
    await voidIt(free.id!)
    const credit = (more: object = {}) =>
      member.call(createCreditNote, { invoiceId: credited.id!, reason: 'Wrong date', ...more })
    await credit({ lines: [{ lineId: credited.lines[0]!.id, quantity: '2' }] })
    const { errors } = await refusal(issue('2026-03-01', { preview: true }), 'issue_date_out_of_order')
    assert.match(errors?.[0]?.message ?? '', new RegExp(credited.number!))
    await credit()

    const { errors: earlier } = await refusal(issue('2026-02-09'), 'issue_date_out_of_order')
    assert.deepEqual(earlier, [
      { path: 'issueDate', message: `Not before 2026-02-10, the issue date of ${number}` },
    ])
    assert.equal((await issue('2026-02-10', { preview: true })).number, null)
    assert.equal((await issue('2026-03-01')).number, 'Recovering-00005')
    await refusal(issue('2026-02-28'), 'issue_date_out_of_order')
    assert.equal(
      (await member.call(createInvoice, { patientId, series, lines: [line('1')] })).number,
      'Recovering-00006',
    )
  })

  test('a series whose counter is ahead of its last invoice continues from the counter', async () => {
    const series = await addSeries(app(), 'Skipping')
    const { patientId } = await bill(app(), { series, issueDate: '2026-02-10' })
    await app().db.pool.query(`
      alter table invoice_series_counters disable trigger user;
      update invoice_series_counters set last = 7, issue_date = '2999-12-31' where series = '${series}';
      alter table invoice_series_counters enable trigger user`)
    const { number } = await bill(app(), { patientId, series, issueDate: '2026-02-11' })
    assert.equal(number, 'Skipping-00008')
  })

  test('a number already used by another series with the same prefix is refused', async () => {
    const series = (first: string, second: string) => ({
      invoiceSeries: [
        { name: 'First', prefix: first, digits: 5 },
        { name: 'Second', prefix: second, digits: 5 },
      ],
    })
    const patientId = await addPatient(app())
    const issue = (series: string) =>
      app()
        .as('member')
        .call(createInvoice, { patientId, series, lines: [line('1')] })
    await app().as('admin').call(updateSettings, series('A-', 'B-'))
    assert.equal((await issue('First')).number, 'A-00001')
    await app().as('admin').call(updateSettings, series('C-', 'A-'))
    const { errors } = await refusal(issue('Second'), 'validation_failed')
    assert.equal(errors?.[0]?.path, 'series')
    await app().as('admin').call(updateSettings, series('C-', 'D-'))
    assert.deepEqual([(await issue('Second')).number, (await issue('First')).number], ['D-00001', 'C-00002'])
  })

  async function inParallel(work: (n: number) => Promise<void>): Promise<void> {
    let next = 0
    const worker = async () => {
      while (next < count) await work(next++)
    }
    await Promise.all(Array.from({ length: together }, worker))
  }
})

onPostgres('a series that a later date held', (app) => {
  test('is in the order of dates, even if two invoices waited for its next number', async () => {
    const series = await addSeries(app(), 'Waiting')
    const { id: invoiceId, patientId } = await bill(app(), { series })
    await dateLater(app(), { id: invoiceId, series })
    await app().as('admin').call(voidInvoice, { invoiceId, reason: 'Wrong year' })
    const nodes = [app(), await app().startNode()]
    const issue = (n: number, issueDate: string) =>
      nodes[n]!.as('member').call(createInvoice, { patientId, series, issueDate, lines: [line('1')] })
    const lock = `select from invoice_series_counters where series = '${series}' for update`
    await meeting(app().databaseUrl, { lock, count: 2 }, async (waiting) => {
      const first = issue(0, '2026-03-20')
      first.catch(() => {})
      await waiting(1)
      await refusal(issue(1, '2026-03-10'), 'issue_date_out_of_order')
      assert.equal((await first).number, 'Waiting-00002')
    })
    assert.equal((await issue(1, '2026-03-20')).number, 'Waiting-00003')
  })
})

onPostgres('a preview', (app) => {
  test('does not wait for transactions that take numbers', async () => {
    const patientId = await addPatient(app())
    const made = { patientId, lines: [line('10')] }
    const member = app().as('member')
    await member.call(createInvoice, made)
    const lock = 'select from invoice_series_counters for update'
    await meeting(app().databaseUrl, { lock, count: 2 }, async (waiting) => {
      const issuing = member.call(createInvoice, made)
      issuing.catch(() => {})
      await waiting(1)
      assert.equal((await member.call(createInvoice, { ...made, preview: true })).number, null)
      // The second to wait releases both.
      return Promise.all([issuing, member.call(createInvoice, made)])
    })
  })
})

/** Asserts that the numbers are exactly 1 to `count`, in the order of issue. */
function assertNumbered(
  issued: { number: string | null; issuedAt: string | null }[],
  prefix: string,
  count: number,
): void {
  const inOrder = issued.toSorted((a, b) => (a.number ?? '').localeCompare(b.number ?? ''))
  assert.deepEqual(
    inOrder.map(({ number }) => number),
    Array.from({ length: count }, (_, n) => `${prefix}${String(n + 1).padStart(5, '0')}`),
  )
  const times = inOrder.map(({ issuedAt }) => issuedAt ?? '')
  assert.deepEqual(times, times.toSorted())
}

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

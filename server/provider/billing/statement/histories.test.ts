import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '#client'
import {
  createCreditNote,
  getStatement,
  type Invoice,
  mergePatients,
  recordPayment,
  reversePayment,
  type Statement,
  voidInvoice,
} from '#contract'
import { onDatabase } from '#testing'
import { addPatient, bill, invoicesOf, line } from '../testing/invoices.ts'
import { dated } from './testing/dated.ts'

const which = fc.nat(9)
const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('bill' as const),
      isOther: fc.boolean(),
      currency: fc.constantFrom('EUR', 'EUR', 'JPY'),
      units: fc.nat(3),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), which, isAll: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('credit' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const), which }) },
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

const history = fc.record({
  actions: fc.array(action, { minLength: 4, maxLength: 14 }),
  /** Days after the first for the entries, one after the other. */
  days: fc.array(fc.nat(5), { minLength: 40, maxLength: 40 }),
  merges: fc.boolean(),
  /** Where the account is divided into two periods. */
  cut: fc.nat(5),
})

const dayAt = (day: number) => `2025-06-0${day + 1}`

/** A change of a balance in minor units. */
interface Change {
  entry: string
  currency: string
  date: string
  amount: number
}

onDatabase('statements of any history', (app) => {
  const owner = () => app().as('owner')

  test('add up, join at any day, and end with what is due', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ actions, days, merges, cut }) => {
        const [patientId, otherId] = [await addPatient(app()), await addPatient(app())]
        for (const one of actions) await perform(one, patientId, otherId)
        const invoices = [
          ...(await invoicesOf(app(), patientId)),
          ...(merges ? await invoicesOf(app(), otherId) : []),
        ]
        const changes = changesOf(invoices, days)
        await dated(app(), Object.fromEntries(changes.map(({ entry, date }) => [entry, date])))
        if (merges) await owner().call(mergePatients, { sourceId: otherId, targetId: patientId })

        const get = (period: object = {}) => owner().call(getStatement, { patientId, ...period })
        const whole = await get()
        assertStates(whole, changes, '0000', '9999')
        for (const { currency, closing } of whole.accounts)
          assert.equal(inMinor(closing, currency), dueOf(invoices, currency))

        const [before, after] = [await get({ to: dayAt(cut) }), await get({ from: dayAt(cut + 1) })]
        assertStates(before, changes, '0000', dayAt(cut))
        assertStates(after, changes, dayAt(cut + 1), '9999')
        for (const { currency, opening } of after.accounts)
          assert.equal(
            inMinor(opening, currency),
            inMinor(accountOf(before, currency)?.closing ?? '0', currency),
          )
        assertStates(await get({ from: dayAt(1), to: dayAt(cut + 1) }), changes, dayAt(1), dayAt(cut + 1))
      }),
      // A fixed seed, so that the test does not fail only sometimes.
      { numRuns: 20, seed: 1 },
    )
  })

  /** Does what the state of the account allows; the API refuses the rest. */
  async function perform(one: Action, patientId: string, otherId: string): Promise<void> {
    const invoices = [...(await invoicesOf(app(), patientId)), ...(await invoicesOf(app(), otherId))]
    if (one.kind === 'bill') {
      const unitPrice = String(one.units * 10)
      await bill(app(), {
        patientId: one.isOther ? otherId : patientId,
        currency: one.currency,
        lines: [line(unitPrice)],
      })
      return
    }
    const invoice = invoices[one.which % invoices.length]
    if (!invoice) return
    const { id: invoiceId, currency, totals, payments } = invoice
    const payment = payments[one.which % payments.length]
    const part = currency === 'JPY' ? '7' : '7.01'
    try {
      if (one.kind === 'pay')
        await owner().call(recordPayment, {
          invoiceId,
          amount: one.isAll ? totals.due : part,
          method: 'cash',
        })
      if (one.kind === 'reverse' && payment)
        await owner().call(reversePayment, { paymentId: payment.id, reason: 'Bounced' })
      if (one.kind === 'credit') await owner().call(createCreditNote, { invoiceId, reason: 'Mistaken' })
      if (one.kind === 'void') await owner().call(voidInvoice, { invoiceId, reason: 'Mistaken' })
    } catch (error) {
      if (!(error instanceof ApiError && error.status < 500)) throw error
    }
  }
})

/** Returns what the invoices did to the balances, each change on its own day, a void not before its invoice. */
function changesOf(invoices: Invoice[], days: number[]): Change[] {
  let next = 0
  const date = () => dayAt(days[next++ % days.length]!)
  return invoices.flatMap(({ id, currency, status, totals, payments, creditNotes }) => {
    const issued = date()
    const change = (entry: string, amount: string, sign: 1 | -1, on = date()): Change => ({
      entry,
      currency,
      date: on,
      amount: sign * inMinor(amount, currency),
    })
    const voided = date()
    return [
      change(`invoice ${id}`, totals.gross, 1, issued),
      ...(status === 'void'
        ? [change(`void ${id}`, totals.gross, -1, voided < issued ? issued : voided)]
        : []),
      ...payments.map((payment) => change(`payment ${payment.id}`, payment.amount, -1)),
      ...creditNotes.map((note) => change(`credit_note ${note.id}`, note.totals.gross, -1)),
    ]
  })
}

/** Compares a statement to the changes of its period, and to those before it. */
function assertStates({ accounts }: Statement, changes: Change[], from: string, to: string): void {
  const upTo = changes.filter(({ date }) => date <= to)
  for (const currency of ['EUR', 'JPY']) {
    const own = upTo.filter((change) => change.currency === currency)
    const [before, within] = [own.filter(({ date }) => date < from), own.filter(({ date }) => date >= from)]
    const account = accounts.find((one) => one.currency === currency)
    if (!account) {
      assert.deepEqual([sumOf(before), within], [0, []])
      continue
    }
    assert.equal(inMinor(account.opening, currency), sumOf(before))
    let balance = inMinor(account.opening, currency)
    for (const [at, entry] of account.entries.entries()) {
      assert.ok(at === 0 || entry.date >= account.entries[at - 1]!.date)
      assert.equal((entry.debit === null) !== (entry.credit === null), true)
      balance += inMinor(entry.debit ?? '0', currency) - inMinor(entry.credit ?? '0', currency)
      assert.equal(inMinor(entry.balance, currency), balance)
    }
    assert.equal(inMinor(account.closing, currency), balance)
    assert.equal(balance, sumOf(own))
    const stated = account.entries.map(({ kind, id, date }) => `${kindOf(kind)} ${id} ${date}`)
    assert.deepEqual(stated.toSorted(), within.map(({ entry, date }) => `${entry} ${date}`).toSorted())
  }
}

const kindOf = (kind: string) => (['refund', 'reversal'].includes(kind) ? 'payment' : kind)

const sumOf = (changes: Change[]) => changes.reduce((sum, { amount }) => sum + amount, 0)

const dueOf = (invoices: Invoice[], currency: string) =>
  invoices
    .filter((invoice) => invoice.currency === currency)
    .reduce((sum, { totals }) => sum + inMinor(totals.due, currency), 0)

const accountOf = ({ accounts }: Statement, currency: string) =>
  accounts.find((one) => one.currency === currency)

/** The amounts here are small, and a double holds them exactly. */
const inMinor = (amount: string, currency: string): number =>
  Math.round(Number(amount) * (currency === 'JPY' ? 1 : 100))

import type { BillTo } from '#rules/invoice'
import type { Seller } from '#rules/letterhead'
import { statement as contractStatement, type Statement as StatementText } from '#rules/statement'
import type { Statement } from '../../documents.ts'
import { usualHan } from './han.ts'
import { buyerOf, sellerOf } from './parties.ts'
import { grouped, isZero, longDate, methodNames, money, oneLine, plainMoney } from './wording.ts'

export interface StatementParties {
  billTo: BillTo
  seller: Seller
  /** The day of its creation: `2026-01-31`. */
  date: string
}

type Account = StatementText['accounts'][number]
type Entry = Account['entries'][number]

/** Returns what `statement.typ` prints: formatted texts, in English except for what somebody entered. */
export function statementContent(statement: Statement, { billTo, seller, date }: StatementParties) {
  const { accounts, ...period } = contractStatement.parse(statement)
  const currency = accounts[0]?.currency ?? ''
  return {
    title: `Statement of ${billTo.name}`,
    author: seller.organisationName,
    description: `Statement of ${billTo.name}, ${periodOf(period)}`,
    date: date.split('-').map(Number),
    han: usualHan({ billTo, currency, accounts }, seller),
    mark: '',
    foot: [seller.organisationName, 'Statement'].filter(Boolean).join(' · '),
    seller: sellerOf(seller),
    buyer: buyerOf({ billTo }),
    heading: 'Statement',
    facts: [
      ['Date', longDate(date)],
      ['Period', periodOf(period)],
    ],
    accounts: accounts.map((account) => accountOf(account, period)),
    remark: accounts.length === 0 ? 'There were no invoices or payments in this period.' : '',
    texts: textsOf(accounts, seller),
  }
}

type Period = Pick<StatementText, 'from' | 'to'>

function periodOf({ from, to }: Period): string {
  if (from && to) return `${longDate(from)} to ${longDate(to)}`
  if (from) return `From ${longDate(from)}`
  return to ? `Until ${longDate(to)}` : 'All entries'
}

/** The table of an account, and its closing balance. */
function accountOf({ currency, opening, entries, closing }: Account, { from, to }: Period) {
  const plain = (amount: string | null) => (amount === null ? '' : plainMoney(amount, currency))
  const isOwed = !closing.startsWith('-')
  return {
    head: ['Date', 'Entry', ...['Debit', 'Credit', 'Balance'].map((name) => `${name} (${currency})`)],
    rows: [
      {
        date: from ? longDate(from) : '',
        words: 'Opening balance',
        values: ['', '', plain(opening)],
      },
      ...entries.map((entry) => ({
        date: longDate(entry.date),
        words: oneLine(wordsOf(entry)),
        values: [plain(entry.debit), plain(entry.credit), plain(entry.balance)],
      })),
    ],
    sums: [
      {
        name: [isOwed ? 'Amount due' : 'Credit balance', to && `as of ${longDate(to)}`]
          .filter(Boolean)
          .join(' '),
        amount: money(isOwed ? closing : closing.slice(1), currency),
        strong: true,
      },
    ],
  }
}

function wordsOf({ kind, number, invoice, method, reference }: Entry): string {
  const words = {
    invoice: `Invoice ${number}`,
    credit_note: `Credit note ${number} on ${invoice.number}`,
    void: `Void of invoice ${number}`,
    payment: `Payment on ${invoice.number}`,
    refund: `Refund on ${invoice.number}`,
    reversal: `Reversal on ${invoice.number}`,
  }[kind]
  return [words, method && methodNames[method], reference].filter(Boolean).join(' · ')
}

/** Where to pay, if anything is due. */
function textsOf(accounts: Account[], { letterhead: { bank, iban, bic } }: Seller) {
  const isDue = accounts.some(({ closing }) => !closing.startsWith('-') && !isZero(closing))
  const lines = [bank, `IBAN ${grouped(iban)}`, bic && `BIC ${bic}`, 'Please name the invoices that you pay.']
  return isDue && iban ? [{ title: 'Payment', text: lines.filter(Boolean).join('\n') }] : []
}

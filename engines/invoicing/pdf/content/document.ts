import type { Seller } from '#rules/letterhead'
import { usualHan } from './han.ts'
import { linesOf } from './lines.ts'
import { buyerOf, sellerOf } from './parties.ts'
import type { Printed } from './printed.ts'
import { sumsOf, taxesOf } from './sums.ts'
import { grouped } from './wording.ts'

/** Returns what `invoice.typ` prints: formatted texts, in English except for what somebody entered. */
export function documentContent(document: Printed, seller: Seller) {
  const { kind, number, date, mark, notice, billTo, taxMode, facts } = document
  return {
    title: `${kind} ${number ?? '(draft)'}`,
    author: seller.organisationName,
    description: `${kind} to ${billTo.name}`,
    // The current date would make every copy a different file.
    date: date.split('-').map(Number),
    han: usualHan(document, seller),
    mark,
    foot: [seller.organisationName, number].filter(Boolean).join(' · '),
    seller: sellerOf(seller),
    buyer: buyerOf(document),
    heading: mark === 'DRAFT' ? `Draft ${kind.toLowerCase()}` : kind,
    facts: facts.filter(([, value]) => value),
    notice,
    lines: linesOf(document),
    sums: sumsOf(document),
    remark: taxMode === 'inclusive' ? 'Prices and amounts include tax.' : '',
    taxes: taxesOf(document),
    texts: textsOf(document, seller),
  }
}

/** Payment details, notes and terms, each under its title. */
function textsOf({ isPayable, number, notes, kind }: Printed, { letterhead }: Seller) {
  const { bank, iban, bic, terms } = letterhead
  const payment = [
    bank,
    iban && `IBAN ${grouped(iban)}`,
    bic && `BIC ${bic}`,
    `Please use ${number} as the reference.`,
  ]
  const texts: Printed['notes'] = [
    ['Payment', isPayable && iban ? payment.filter(Boolean).join('\n') : null],
    ...notes,
    ['Terms', kind === 'Invoice' ? terms : null],
  ]
  return texts.flatMap(([title, text]) => (text ? [{ title, text }] : []))
}

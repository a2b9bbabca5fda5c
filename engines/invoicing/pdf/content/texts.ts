import type { Seller } from '#rules/letterhead'
import type { Printed } from './printed.ts'
import { grouped } from './wording.ts'

/** Payment details, notes and terms, each under its title. */
export function textsOf({ isPayable, number, notes, kind }: Printed, { letterhead }: Seller) {
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

import fc from 'fast-check'
import type { Seller } from '#rules/letterhead'
import { discount, line, termsOf } from '../../arithmetic/testing/terms.ts'
import type { Invoice } from '../../documents.ts'
import { issued, practice, practiceWith } from '../../testing/issued.ts'

/** An invoice of one line, with a discount on the line and one on the whole, to a German buyer by default. */
export function simple(
  changes: Partial<Invoice['billTo']> = {},
  untaxed: Parameters<typeof issued>[2] = 'E',
): Invoice {
  const rate = untaxed === 'E' ? '19' : '0'
  const terms = termsOf([line('1', '100', rate, { discountAmount: '10' })], {
    discounts: [discount({ percent: '5' })],
  })
  const made = issued(terms, {}, untaxed)
  const german = { country: 'DE', electronicAddress: '0204:991-01484-64', taxId: null }
  return { ...made, billTo: { ...made.billTo, ...german, ...changes } }
}

export const dutch: Seller = practiceWith({
  country: 'NL',
  registration: '12345678',
  taxId: 'NL123456789B01',
  electronicAddress: '0106:12345678',
})

/** A seller in Germany, the Netherlands or France. */
export const anySeller = fc.constantFrom(practice, dutch, practiceWith({ country: 'FR' }))

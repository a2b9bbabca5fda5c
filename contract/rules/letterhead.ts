import { z } from 'zod'
import { electronicAddress } from './electronic-address.ts'
import { text } from './fields.ts'

const country = text(0, 2).refine(
  (value) => value === '' || /^[A-Z]{2}$/.test(value),
  'Enter a two-letter ISO 3166 country code, such as DE',
)

/** The header and footer of an invoice. Unused fields are empty. */
export const letterhead = z.strictObject({
  line: text(0, 300),
  city: text(0, 200),
  region: text(0, 200),
  postalCode: text(0, 20),
  country,
  contactName: text(0, 100).describe('BT-41: whom to ask about an invoice, such as a person or department'),
  phone: text(0, 50),
  email: text(0, 254),
  website: text(0, 200),
  electronicAddress: electronicAddress(0).describe(
    'BT-34: scheme (EAS) and value, such as `9930:DE123456789`, or `EM:` and an email address',
  ),
  taxId: text(0, 50).describe('VAT identifier, including the country code'),
  registration: text(0, 100).describe('Registration number of the company or practice'),
  bank: text(0, 200),
  iban: text(0, 34),
  bic: text(0, 11),
  terms: text(0, 2000).describe('Printed below the totals'),
})
export type Letterhead = z.output<typeof letterhead>
export const letterheadFields = Object.keys(letterhead.shape) as (keyof Letterhead)[]

/** The organisation that an invoice is from. */
export interface Seller {
  organisationName: string
  letterhead: Letterhead
}

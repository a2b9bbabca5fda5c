import { z } from 'zod'
import { decimal } from './decimals.ts'
import { text } from './fields.ts'
import { currency, percentInput, taxCategories } from './money.ts'
import { operation } from './operation.ts'

const timeZone = text(1, 64).refine(isTimeZone, 'Not a time zone such as Europe/Berlin')

const wholeNumber = (least: number, most: number, what: string) => {
  const error = `Enter a whole number of ${what}, from ${least} to ${most}`
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}

const country = text(0, 2).refine(
  (value) => value === '' || /^[A-Z]{2}$/.test(value),
  'Enter the two letters of ISO 3166, such as DE',
)

/** What stands at the head and foot of an invoice; empty where there is nothing to say. */
const letterhead = z.strictObject({
  line: text(0, 300),
  city: text(0, 200),
  region: text(0, 200),
  postalCode: text(0, 20),
  country,
  phone: text(0, 50),
  email: text(0, 254),
  website: text(0, 200),
  taxId: text(0, 50).describe('VAT identifier, with its country’s letters'),
  registration: text(0, 100).describe('Of the company or the practice'),
  bank: text(0, 200),
  iban: text(0, 34),
  bic: text(0, 11),
  terms: text(0, 2000).describe('Printed below the totals'),
})
export type Letterhead = z.output<typeof letterhead>

const taxRate = z.strictObject({
  name: text(1, 100),
  category: z.enum(taxCategories),
  rate: decimal,
  isDefault: z.boolean(),
  exemptionReason: z.string().describe('Required by EN 16931 in the categories E, AE, K, G and O'),
})
export type TaxRate = z.output<typeof taxRate>

const series = z.strictObject({
  name: text(1, 20).regex(/^[A-Za-z0-9_-]+$/, 'Letters, digits, - and _'),
  prefix: text(0, 20).describe('What each number begins with'),
  digits: wholeNumber(1, 12, 'digits').describe('The number is padded to so many'),
})
export type Series = z.output<typeof series>

const settings = z
  .strictObject({
    organisationName: z.string(),
    timeZone: z.string().describe('IANA name, such as Europe/Berlin'),
    currency: z.string().describe('Of costs, and of invoices where they say none'),
    termsDays: z.number().int().describe('When an invoice is due, where it does not say'),
    letterhead,
    taxRates: z.array(taxRate),
    invoiceSeries: z.array(series).describe('The first is used where an invoice says none'),
    creditNoteSeries: series,
    version: z.number().int(),
  })
  .meta({ id: 'Settings' })
export type Settings = z.output<typeof settings>

export const getSettings = operation({
  id: 'settings.get',
  method: 'GET',
  path: '/api/settings',
  summary: 'Give the organisation’s settings.',
  allow: ['owner', 'admin', 'member'],
  result: settings,
})

export const updateSettings = operation({
  id: 'settings.update',
  method: 'PATCH',
  path: '/api/settings',
  summary: 'Change the organisation’s settings.',
  allow: ['owner', 'admin'],
  body: z.strictObject({
    organisationName: text(1, 100).optional(),
    timeZone: timeZone.optional(),
    currency: currency.optional(),
    termsDays: wholeNumber(0, 365, 'days').optional(),
    letterhead: letterhead.partial().optional().describe('What is left out stays'),
    taxRates: z
      .array(
        taxRate.extend({
          rate: percentInput,
          isDefault: z.boolean().optional(),
          exemptionReason: text(0, 300).optional(),
        }),
      )
      .min(1, 'Enter at least one')
      .max(50, 'At most 50')
      .optional(),
    invoiceSeries: z.array(series).min(1, 'Enter at least one').max(20, 'At most 20').optional(),
    creditNoteSeries: series.optional(),
    version: z.number().int().optional().describe('What was read; refused as stale_version when it moved'),
  }),
  result: settings,
  errors: ['stale_version'],
})

function isTimeZone(name: string): boolean {
  // An offset is no zone, and PostgreSQL reads its sign the other way round.
  if (/^[+-]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

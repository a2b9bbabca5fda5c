import { z } from 'zod'
import { access, accessChanges, accessLevels, areas } from './access.ts'
import { roles } from './actor.ts'
import { comesLaterIn, operation } from './operation.ts'
import { decimalText } from './rules/decimals.ts'
import { line, readVersion, text } from './rules/fields.ts'
import { usualLanguage } from './rules/language.ts'
import { letterhead } from './rules/letterhead.ts'
import { currency, percentInput, taxCategories } from './rules/money.ts'

const timeZone = text(1, 64).refine(isTimeZone, 'Enter a time zone such as Europe/Berlin')

const wholeNumber = (min: number, max: number, unit: string) => {
  const error = `Enter a whole number of ${unit}, from ${min} to ${max}`
  return z.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}

const taxRate = z.strictObject({
  name: line(1, 100),
  category: z.enum(taxCategories),
  rate: decimalText,
  isDefault: z.boolean(),
  exemptionReason: z.string().describe('Required by EN 16931 in the categories E, AE, K, G and O'),
})
export type TaxRate = z.output<typeof taxRate>

const series = z
  .strictObject({
    name: text(1, 20).regex(/^[A-Za-z0-9_-]+$/, 'Use only letters, digits, - and _'),
    prefix: line(0, 20).describe('The start of each number'),
    digits: wholeNumber(1, 12, 'digits').describe('Numbers are zero-padded to this length'),
  })
  .meta({ id: 'NumberSeries' })
export type Series = z.output<typeof series>

const retention = z.strictObject({
  invoicesYears: wholeNumber(0, 100, 'years').describe(
    'Years after the year of issue in which invoices keep the name of a patient who was erased',
  ),
  archivedProjectsMonths: wholeNumber(1, 120, 'months')
    .nullable()
    .describe(
      'Months after which archived projects are deleted, or null if they are kept. 14 days before, owners, admins and those who can edit the project are emailed',
    ),
})

/** The halves of Aerie. An organisation uses one or both. */
export const usableHalves = ['insights', 'clinic', 'both'] as const

const settings = z
  .strictObject({
    organisationName: z.string(),
    uses: z
      .enum(usableHalves)
      .nullable()
      .describe('The half of Aerie that pages show. Null until set, and then both'),
    defaultAccess: access.describe(
      'The access of new users whose invitation states none. Until set, `edit` in the halves that are used',
    ),
    timeZone: z.string().describe('IANA name, such as Europe/Berlin'),
    language: usualLanguage,
    currency: z.string().describe('Default currency of invoices, and the currency of inventory costs'),
    termsDays: z.int().describe('Default payment terms in days'),
    letterhead: letterhead.describe(
      '`iban`, `bic` and `bank` are empty for callers without access to billing',
    ),
    taxRates: z.array(taxRate),
    invoiceSeries: z.array(series).describe('The first is the default'),
    creditNoteSeries: series,
    retention: retention.describe('How long records are kept'),
    version: z.int(),
  })
  .meta({ id: 'Settings' })
export type Settings = z.output<typeof settings>

export const getSettings = operation({
  id: 'settings.get',
  method: 'GET',
  path: '/api/settings',
  summary: 'Get the organisation’s settings.',
  allow: roles,
  inServiceSession: true,
  result: settings,
})

export const updateSettings = operation({
  id: 'settings.update',
  method: 'PATCH',
  path: '/api/settings',
  summary:
    'Update the organisation’s settings. With an API key, new bank details and what gives new users more access wait for a confirmation in the browser.',
  allow: ['owner', 'admin'],
  body: z.strictObject({
    organisationName: line(1, 100).optional(),
    uses: z.enum(usableHalves).optional(),
    defaultAccess: accessChanges.optional().describe('Omitted areas keep their levels'),
    timeZone: timeZone.optional(),
    language: usualLanguage.optional(),
    currency: currency.optional(),
    termsDays: wholeNumber(0, 365, 'days').optional(),
    letterhead: letterhead.partial().optional().describe('Omitted fields keep their values'),
    taxRates: z
      .array(
        taxRate.extend({
          rate: percentInput.transform(String),
          isDefault: z.boolean().optional(),
          exemptionReason: text(0, 300).optional(),
        }),
      )
      .min(1, 'Enter at least one')
      .max(50, 'Enter at most 50')
      .optional(),
    invoiceSeries: z.array(series).min(1, 'Enter at least one').max(20, 'Enter at most 20').optional(),
    creditNoteSeries: series.optional(),
    retention: retention.partial().optional().describe('Omitted fields keep their values'),
    version: readVersion,
  }),
  grants: [
    // Payments are sent to these.
    { field: 'letterhead.iban' },
    { field: 'letterhead.bic' },
    { field: 'letterhead.bank' },
    ...areas.map((area) => ({ field: `defaultAccess.${area}`, isMore: comesLaterIn(accessLevels) })),
    // The default access follows it until it is set.
    { field: 'uses' },
  ],
  result: settings,
  errors: ['stale_version'],
})

const securitySettings = z
  .strictObject({
    maxKeyLifetimeDays: wholeNumber(1, 3650, 'days')
      .nullable()
      .describe(
        'Maximum lifetime of API keys, or null if they may never expire. A new maximum shortens existing keys, but none to less than 14 days from now. A higher one lengthens none',
      ),
    twoFactorRequired: z
      .boolean()
      .describe('Whether users who have a password must set up two-factor authentication'),
    maxSessionDays: wholeNumber(1, 365, 'days').describe('Maximum age of a session, however much it is used'),
    accessLog: z.boolean().describe('Whether the access log records which patients each call shows'),
    version: z.int(),
  })
  .meta({ id: 'SecuritySettings' })
export type SecuritySettings = z.output<typeof securitySettings>

export const getSecuritySettings = operation({
  id: 'settings.getSecurity',
  method: 'GET',
  path: '/api/settings/security',
  summary: 'Get the organisation’s security settings.',
  allow: roles,
  result: securitySettings,
})

export const updateSecuritySettings = operation({
  id: 'settings.updateSecurity',
  method: 'PATCH',
  path: '/api/settings/security',
  summary: 'Update the organisation’s security settings. They apply to all keys and sessions.',
  allow: ['owner', 'admin'],
  credentials: 'session',
  body: securitySettings.partial().extend({ version: readVersion }),
  confirmation: true,
  result: securitySettings,
  errors: ['stale_version', 'two_factor_disabled'],
})

function isTimeZone(name: string): boolean {
  // PostgreSQL reads the sign of an offset the other way round.
  if (/^[+-]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

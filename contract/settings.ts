import { z } from 'zod'
import { text } from './fields.ts'
import { operation } from './operation.ts'

const timeZone = text(1, 64).refine(isTimeZone, 'Not a time zone such as Europe/Berlin')

const settings = z
  .strictObject({
    organisationName: z.string(),
    timeZone: z.string().describe('IANA name, such as Europe/Berlin'),
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

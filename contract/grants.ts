import { z } from 'zod'
import { usedKey } from './actor.ts'
import { operation } from './operation.ts'
import { updateProject } from './projects.ts'
import { deleted, id, listQuery, page, timestamp } from './rules/fields.ts'
import { updateSettings } from './settings.ts'
import { updateUser } from './users.ts'

/** The most unconfirmed calls that one API key may have. */
export const mostGrantsPerKey = 20

/** The operations whose calls with a key may wait. */
export const grantingOperations = [updateUser, updateSettings, updateProject] as const

const grantingOperation = z.enum(grantingOperations.map(({ id }) => id))

const grant = z
  .strictObject({
    id,
    operation: grantingOperation.describe('The operation that was called'),
    summary: z.string().describe('What the call changes'),
    apiKey: usedKey.describe('The API key that it was called with'),
    requestedAt: timestamp,
  })
  .meta({ id: 'Grant' })
export type Grant = z.output<typeof grant>

const ofGrant = { allow: ['owner', 'admin'], params: z.strictObject({ grantId: id }) } as const

export const listGrants = operation({
  id: 'grants.list',
  method: 'GET',
  path: '/api/grants',
  summary: 'List the calls that API keys made and nobody has confirmed yet, newest first.',
  allow: ['owner', 'admin'],
  query: listQuery.extend({ operation: grantingOperation.optional() }),
  result: page(grant),
})

export const confirmGrant = operation({
  id: 'grants.confirm',
  method: 'POST',
  path: '/api/grants/:grantId/confirm',
  summary:
    'Confirm a call that was made with an API key. It takes effect as it was sent, unless a field that grants has changed since.',
  ...ofGrant,
  credentials: 'session',
  confirmation: true,
  result: z.strictObject({ id, status: z.literal('confirmed') }),
  errors: [...new Set(grantingOperations.flatMap(({ errors }) => errors)), 'grant_not_found'],
})

export const declineGrant = operation({
  id: 'grants.decline',
  method: 'DELETE',
  path: '/api/grants/:grantId',
  summary: 'Decline a call that was made with an API key. It never takes effect.',
  ...ofGrant,
  // The key can make the call again.
  irreversible: false,
  result: deleted,
  errors: ['grant_not_found'],
})

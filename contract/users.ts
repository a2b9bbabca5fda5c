import { z } from 'zod'
import { grantableRole, role } from './actor.ts'
import { id, listQuery, page, timestamp } from './fields.ts'
import { operation } from './operation.ts'

export const user = z
  .strictObject({
    id,
    name: z.string(),
    email: z.string(),
    role,
    disabled: z.boolean(),
    twoFactor: z.boolean().describe('Whether signing in with the password takes a second step'),
    createdAt: timestamp,
    version: z.number().int(),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof user>

export const getMe = operation({
  id: 'me.get',
  method: 'GET',
  path: '/api/me',
  summary: 'Tell who is calling, and with what.',
  allow: ['owner', 'admin', 'member'],
  result: z.strictObject({
    user: z.strictObject({ id, name: z.string(), email: z.string(), role }),
    via: z.enum(['session', 'api_key']),
    apiKey: z.strictObject({ id, name: z.string(), prefix: z.string() }).nullable(),
  }),
})

export const listUsers = operation({
  id: 'users.list',
  method: 'GET',
  path: '/api/users',
  summary: 'List the members, in the order in which they joined.',
  allow: ['owner', 'admin', 'member'],
  query: listQuery,
  result: page(user),
})

export const updateUser = operation({
  id: 'users.update',
  method: 'PATCH',
  path: '/api/users/:userId',
  summary: 'Change a member’s role, or disable or re-enable them.',
  allow: ['owner', 'admin'],
  params: z.strictObject({ userId: id }),
  body: z.strictObject({
    // `owner` is understood, so that asking for it can be refused by name.
    role: z.union([grantableRole, z.literal('owner')]).optional(),
    disabled: z.boolean().optional(),
    version: z.number().int().optional().describe('What was read; refused as stale_version when it moved'),
  }),
  result: user,
  errors: ['user_not_found', 'owner_promotion_forbidden', 'owner_protected', 'stale_version'],
})

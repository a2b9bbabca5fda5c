import { z } from 'zod'
import { access, accessChanges, accessLevels, areas } from './access.ts'
import { grantableRole, role, roles, usedKey } from './actor.ts'
import { comesLaterIn, operation } from './operation.ts'
import { id, listQuery, page, readVersion, text, timestamp } from './rules/fields.ts'
import { person } from './sessions.ts'

export const user = z
  .strictObject({
    id,
    name: z.string(),
    email: z.string().nullable().describe('Null for members, unless it is their own'),
    kind: z
      .enum(['person', 'service'])
      .describe('A service user has no password and no mailbox. Its API keys are for programs'),
    role,
    access: access.nullable().describe('Null for members, unless it is their own'),
    disabled: z.boolean(),
    twoFactor: z
      .boolean()
      .nullable()
      .describe(
        'Whether two-factor authentication is on for password sign-in. Null for members, who may not know',
      ),
    createdAt: timestamp,
    version: z.int(),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof user>

export const getMe = operation({
  id: 'me.get',
  method: 'GET',
  path: '/api/me',
  summary: 'Get the current user, what they may access, and the credential.',
  allow: roles,
  inServiceSession: true,
  beforeTwoFactor: true,
  result: z.strictObject({
    user: person,
    access,
    via: z.enum(['session', 'api_key']),
    apiKey: usedKey.nullable(),
  }),
})

export const listUsers = operation({
  id: 'users.list',
  method: 'GET',
  path: '/api/users',
  summary: 'List users in the order they joined.',
  allow: roles,
  query: listQuery.extend({
    q: text(1, 200)
      .optional()
      .describe('Parts of the name or email address, in any order. Members search names only'),
  }),
  result: page(user),
})

export const updateUser = operation({
  id: 'users.update',
  method: 'PATCH',
  path: '/api/users/:userId',
  summary:
    'Update a user’s role or access, or disable or enable the user. With an API key, enabling a user and raising a role or an access level wait for a confirmation in the browser.',
  allow: ['owner', 'admin'],
  params: z.strictObject({ userId: id }),
  body: z
    .strictObject({
      // `owner` is accepted here so that requesting it gets its own error.
      role: z.union([grantableRole, z.literal('owner')]).optional(),
      access: accessChanges
        .optional()
        .describe(
          'Omitted areas keep their levels. What is set for an admin has no effect until they are a member',
        ),
      disabled: z.boolean().optional(),
      keepKeys: z
        .boolean()
        .optional()
        .describe(
          'Only with `disabled: false`. Whether the user’s API keys work again; otherwise they are revoked',
        ),
      version: readVersion,
    })
    .refine(({ disabled, keepKeys }) => keepKeys === undefined || disabled === false, {
      path: ['keepKeys'],
      error: 'Send it only to enable a user',
    }),
  confirmation: true,
  grants: [
    { field: 'role', isMore: comesLaterIn(roles.toReversed()) },
    ...areas.map((area) => ({ field: `access.${area}`, isMore: comesLaterIn(accessLevels) })),
    { field: 'disabled', isMore: comesLaterIn([true, false]) },
  ],
  result: user,
  errors: ['user_not_found', 'owner_promotion_forbidden', 'owner_protected', 'stale_version'],
})

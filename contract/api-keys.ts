import { z } from 'zod'
import { id, listQuery, page, text, timestamp } from './fields.ts'
import { operation } from './operation.ts'

/** `aie_<8 hex>_<43 base64url>`; the first twelve characters are the prefix, which stays visible. */
const prefix = z.string().regex(/^aie_[0-9a-f]{8}$/)

const apiKey = z
  .strictObject({
    id,
    name: z.string(),
    prefix,
    scopes: z.array(z.string()),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    expiresAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
    status: z.enum(['active', 'expired', 'revoked']),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof apiKey>

export const listApiKeys = operation({
  id: 'apiKeys.list',
  method: 'GET',
  path: '/api/api-keys',
  summary: 'List your own keys, newest first, revoked and expired ones too.',
  allow: ['owner', 'admin', 'member'],
  credentials: 'session',
  query: listQuery.extend({
    status: apiKey.shape.status.optional(),
    q: text(1, 100).optional().describe('Part of the name, or the start of the prefix'),
  }),
  result: page(apiKey).extend({ activeCount: z.number().int() }),
})

export const createApiKey = operation({
  id: 'apiKeys.create',
  method: 'POST',
  path: '/api/api-keys',
  summary: 'Make a key that calls the API as you; its token is in this answer and nowhere else.',
  allow: ['owner', 'admin', 'member'],
  credentials: 'session',
  body: z.strictObject({
    name: text(1, 100),
    expiresInDays: z
      .int('A whole number of days')
      .min(1, 'At least 1 day')
      .max(3650, 'At most 3650 days')
      .nullish()
      .describe('Absent or null: never'),
    scopes: z.array(text(1, 100)).max(50).optional().describe('Stored, enforced nowhere'),
  }),
  result: apiKey.extend({ token: z.string().regex(/^aie_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/) }),
  status: 201,
  replay: 'never',
})

const apiKeyOfSomeone = apiKey
  .extend({
    owner: z.strictObject({ id, name: z.string(), email: z.string(), disabled: z.boolean() }),
    longUnused: z.boolean().describe('Active, and neither made nor used in the last 90 days'),
  })
  .meta({ id: 'ApiKeyOfSomeone' })
export type ApiKeyOfSomeone = z.output<typeof apiKeyOfSomeone>

/** Further on, a count of everyone's keys tells nobody anything, and takes its time. */
export const mostKeysCounted = 1000
const count = z.int().describe(`Counted up to ${mostKeysCounted}`)

export const listEveryonesApiKeys = operation({
  id: 'apiKeys.listEveryones',
  method: 'GET',
  path: '/api/api-keys/everyones',
  summary: 'List the keys of all members, newest first, to find those that should not be there.',
  allow: ['owner', 'admin'],
  credentials: 'session',
  query: listQuery.extend({
    status: apiKey.shape.status.optional(),
    concern: z
      .enum(['never_expires', 'long_unused', 'owner_disabled'])
      .optional()
      .describe('Only active keys of which this is true'),
    q: text(1, 100)
      .optional()
      .describe(
        'Part of the key’s name or of its owner’s name or address, the start of a word where it is shorter than three characters; or the start of the prefix',
      ),
  }),
  result: page(apiKeyOfSomeone).extend({
    activeCount: count,
    concerns: z.strictObject({ neverExpires: count, longUnused: count, ownerDisabled: count }),
  }),
})

export const revokeApiKey = operation({
  id: 'apiKeys.revoke',
  method: 'POST',
  path: '/api/api-keys/:keyId/revoke',
  summary: 'Make a key stop working, at once and for good: your own, or as owner or admin anyone’s.',
  allow: ['owner', 'admin', 'member'],
  credentials: 'session',
  params: z.strictObject({ keyId: id }),
  result: apiKey,
  errors: ['api_key_not_found'],
})

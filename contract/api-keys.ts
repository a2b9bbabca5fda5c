import { z } from 'zod'
import { roles } from './actor.ts'
import { auditEntry } from './audit-log.ts'
import { operation } from './operation.ts'
import { date, id, line, listQuery, page, text, timestamp } from './rules/fields.ts'
import { prefixFormat, tokenFormat } from './rules/token.ts'

const apiKey = z
  .strictObject({
    id,
    name: z.string(),
    prefix: z.string().regex(prefixFormat),
    scopes: z.array(z.string()),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    expiresAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
    status: z.enum(['active', 'expired', 'revoked']),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof apiKey>

const note = z.string().describe('What people should know about the key, such as who can replace it')

const listedApiKey = apiKey
  .extend({
    recentCalls: z.array(z.int()).describe('Calls on each of the last 30 days (UTC), today last'),
    newNetworkAt: timestamp
      .nullable()
      .describe(
        'When the key was first used from its newest network, if it was used from others before and that was in the last 7 days',
      ),
    note,
  })
  .meta({ id: 'ListedApiKey' })
export type ListedApiKey = z.output<typeof listedApiKey>

export const listApiKeys = operation({
  id: 'apiKeys.list',
  method: 'GET',
  path: '/api/api-keys',
  summary: 'List your API keys, newest first, including revoked and expired ones.',
  allow: roles,
  credentials: 'session',
  inServiceSession: true,
  query: listQuery.extend({
    status: apiKey.shape.status.optional(),
    q: text(1, 100).optional().describe('Parts of the name, or the start of the prefix'),
  }),
  result: page(listedApiKey).extend({ activeCount: z.int() }),
})

/** The longest lifetime of a key, in days. */
export const mostKeyDays = 3650

export const createApiKey = operation({
  id: 'apiKeys.create',
  method: 'POST',
  path: '/api/api-keys',
  summary: 'Create an API key with your permissions. Its token is shown only in this response.',
  allow: roles,
  credentials: 'session',
  inServiceSession: true,
  body: z.strictObject({
    name: line(1, 100),
    expiresInDays: z
      .int('Enter a whole number of days')
      .min(1, 'At least 1 day')
      .max(mostKeyDays, `At most ${mostKeyDays} days`)
      .nullish()
      .describe('By default, the key never expires. The organisation can limit it'),
    scopes: z.array(text(1, 100)).max(50).optional().describe('Stored but not enforced'),
  }),
  confirmation: true,
  result: apiKey.extend({ token: z.string().regex(tokenFormat) }),
  status: 201,
  replay: 'never',
})

const owner = z
  .strictObject({ id, name: z.string(), email: z.string(), disabled: z.boolean() })
  .meta({ id: 'KeyOwner' })

const ownedApiKey = listedApiKey
  .extend({
    owner,
    longUnused: z.boolean().describe('Active, but neither created nor used in the last 90 days'),
  })
  .meta({ id: 'ApiKeyOfSomeone' })
export type ApiKeyOfSomeone = z.output<typeof ownedApiKey>

/** Counting further would be slow and tell nobody more. */
export const mostKeysCounted = 1000
const count = z.int().describe(`Counted up to ${mostKeysCounted}`)

export const listEveryonesApiKeys = operation({
  id: 'apiKeys.listEveryones',
  method: 'GET',
  path: '/api/api-keys/everyones',
  summary: 'List the API keys of all users, newest first.',
  allow: ['owner', 'admin'],
  credentials: 'session',
  query: listQuery.extend({
    status: apiKey.shape.status.optional(),
    concern: z
      .enum(['never_expires', 'long_unused', 'owner_disabled'])
      .optional()
      .describe('Return only active keys with this problem'),
    q: text(1, 100)
      .optional()
      .describe(
        'Part of the key’s name or its owner’s name or email address, or the start of the prefix. With fewer than three characters, the start of a word',
      ),
  }),
  result: page(ownedApiKey).extend({
    activeCount: count,
    concerns: z.strictObject({
      neverExpires: count,
      longUnused: count,
      ownerDisabled: count,
    }),
  }),
})

const keyId = z.strictObject({ keyId: id })

export const getApiKey = operation({
  id: 'apiKeys.get',
  method: 'GET',
  path: '/api/api-keys/:keyId',
  summary: 'Get an API key and the networks that it was used from. Owners and admins can get any key.',
  allow: roles,
  credentials: 'session',
  params: keyId,
  result: ownedApiKey.extend({
    networks: z
      .array(z.strictObject({ network: z.string(), firstSeenAt: timestamp, lastSeenOn: date }))
      .describe(
        'The 20 most recent networks, newest first: the first 24 bits of IPv4 addresses and the first 48 of IPv6 addresses',
      ),
  }),
  errors: ['api_key_not_found'],
})

export const getApiKeyUsage = operation({
  id: 'apiKeys.getUsage',
  method: 'GET',
  path: '/api/api-keys/:keyId/usage',
  summary:
    'Get how often an API key was used on each day (UTC), today last. Calls appear within two seconds. Owners and admins can get any key’s.',
  allow: roles,
  credentials: 'session',
  params: keyId,
  query: z.strictObject({
    days: z.coerce.number<number | string>().int().min(1).max(90).default(30),
  }),
  result: z.strictObject({
    days: z.array(
      z.strictObject({
        date,
        calls: z.int().describe('All calls with the valid key, including refused ones'),
        refused: z.strictObject({ '4xx': z.int(), '5xx': z.int() }),
      }),
    ),
    lastAddress: z.string().nullable().describe('The network address of the last call'),
    lastUserAgent: z
      .string()
      .nullable()
      .describe('The `User-Agent` of the last call, at most 255 characters'),
  }),
  errors: ['api_key_not_found'],
})

export const listApiKeyActions = operation({
  id: 'apiKeys.listActions',
  method: 'GET',
  path: '/api/api-keys/:keyId/actions',
  summary:
    'List the administrative actions performed with an API key, newest first. Owners and admins can list any key’s. What an action was about is left out if you cannot see it.',
  allow: roles,
  credentials: 'session',
  params: keyId,
  query: listQuery,
  result: page(auditEntry),
  errors: ['api_key_not_found'],
})

/** How many refused calls are kept of each key, and for how many days. */
export const [mostRefusals, refusalDays] = [1000, 30]

const refusedCall = z
  .strictObject({
    requestId: id,
    at: timestamp,
    method: z.string(),
    route: z.string().nullable().describe('Without what was sent; null for an unknown address'),
    status: z.int(),
    code: z
      .string()
      .nullable()
      .describe(
        'The code of the error; `key_revoked`, `key_expired` or `owner_disabled` if the key was no longer valid; null for errors of another protocol',
      ),
    address: z.string().nullable(),
    userAgent: z.string().nullable().describe('At most 255 characters'),
  })
  .meta({ id: 'RefusedCall' })
export type RefusedCall = z.output<typeof refusedCall>

export const listApiKeyRefusals = operation({
  id: 'apiKeys.listRefusals',
  method: 'GET',
  path: '/api/api-keys/:keyId/refusals',
  summary: `List the calls with an API key that were refused, newest first, also after the key expired or was revoked: the last ${mostRefusals} of the last ${refusalDays} days. Calls appear within two seconds. Owners and admins can list any key’s.`,
  allow: roles,
  credentials: 'session',
  params: keyId,
  query: listQuery,
  result: page(refusedCall).extend({
    groups: z
      .array(
        refusedCall
          .pick({ method: true, route: true, status: true, code: true })
          .extend({ count: z.int(), lastAt: timestamp }),
      )
      .describe('How many of them had the same route and code: the 50 most frequent groups'),
  }),
  errors: ['api_key_not_found'],
})

export const updateApiKey = operation({
  id: 'apiKeys.update',
  method: 'PATCH',
  path: '/api/api-keys/:keyId',
  summary: 'Change the note of an API key. Owners and admins can change any key’s.',
  allow: roles,
  credentials: 'session',
  params: keyId,
  body: z.strictObject({ note: text(0, 1000) }),
  result: apiKey.extend({ note }),
  errors: ['api_key_not_found'],
})

export const revokeApiKey = operation({
  id: 'apiKeys.revoke',
  method: 'POST',
  path: '/api/api-keys/:keyId/revoke',
  summary:
    'Revoke an API key. Takes effect immediately and cannot be undone. Owners and admins can revoke any key.',
  allow: roles,
  credentials: 'session',
  inServiceSession: true,
  params: keyId,
  result: apiKey,
  errors: ['api_key_not_found'],
})

/** The most keys that one call identifies or revokes, so that its transaction stays short. */
export const mostKeysAtOnce = 1000

export const identifyApiKeys = operation({
  id: 'apiKeys.identify',
  method: 'POST',
  path: '/api/api-keys/identify',
  summary:
    'Get the API keys of tokens and their owners, without sending the tokens. Owners and admins find any key, members their own.',
  allow: roles,
  credentials: 'session',
  replay: 'none',
  body: z.strictObject({
    hashes: z
      .array(z.string().regex(/^[0-9a-f]{64}$/, 'Enter 64 lower-case hexadecimal digits'))
      .min(1)
      .max(mostKeysAtOnce)
      .describe('The SHA-256 of each token. Hashes of other texts and of keys you may not see are left out'),
  }),
  result: z.strictObject({
    data: z.array(z.strictObject({ hash: z.string(), key: apiKey, owner })),
  }),
})

export const revokeManyApiKeys = operation({
  id: 'apiKeys.revokeMany',
  method: 'POST',
  path: '/api/api-keys/revoke-many',
  summary: `Revoke the active API keys that match every given condition, at most ${mostKeysAtOnce} per call. Repeat the call while \`remaining\` is not 0. Members can revoke only their own.`,
  allow: roles,
  credentials: 'session',
  body: z.strictObject({
    keyIds: z.array(id).min(1).max(mostKeysAtOnce).optional(),
    ownerId: id.optional().describe('The keys of this user'),
    idleDays: z
      .int('Enter a whole number of days')
      .min(1, 'At least 1 day')
      .max(3650, 'At most 3650 days')
      .optional()
      .describe('Keys neither created nor used in the last so many days'),
    preview: z.boolean().optional().describe('Only count the keys'),
  }),
  result: z.strictObject({
    revoked: z.int(),
    remaining: count.describe(`Active keys that still match, counted up to ${mostKeysCounted}`),
  }),
  errors: ['api_key_not_found', 'user_not_found'],
})

import { sql } from 'kysely'
import { record } from '#audit'
import { createApiKey } from '#contract'
import type { QueueEmail } from '#mail'
import { implement, newId } from '#platform'
import { createdKeyEmail } from './created-email.ts'
import { keysOf } from './rows.ts'
import { issueToken } from './token.ts'

export const createCreate = (queueEmail: QueueEmail | null) =>
  implement(createApiKey, async ({ tx, actor, body }) => {
    const { token, prefix, hash } = issueToken()
    const { name, expiresInDays, scopes = [] } = body
    const id = newId()
    await tx
      .insertInto('apiKeys')
      .values({
        id,
        ownerId: actor.userId,
        name,
        prefix,
        tokenHash: hash,
        scopes,
        expiresAt: expiresInDays ? sql<string>`now() + make_interval(days => ${expiresInDays})` : null,
      })
      .execute()
    await record(
      tx,
      actor,
      'api_key.create',
      { type: 'api_key', id, label: name },
      { prefix, expiresInDays: expiresInDays ?? null },
    )
    await queueEmail?.(tx, createdKeyEmail, { id, ownerId: actor.userId })
    const key = await keysOf(tx, actor.userId).where('apiKeys.id', '=', id).executeTakeFirstOrThrow()
    return { ...key, token }
  })

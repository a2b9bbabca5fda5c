import { sql } from 'kysely'
import { record } from '#audit'
import { createApiKey } from '#contract'
import type { Transaction } from '#database'
import type { QueueEmail } from '#mail'
import { implement, invalidField, newId } from '#platform'
import { readSecuritySettings } from '#settings'
import { createdKeyEmail } from './created-email.ts'
import { keysOf } from './key-rows.ts'
import { issueToken } from './token.ts'

export const createCreate = (queueEmail: QueueEmail | null) =>
  implement(createApiKey, async ({ tx, actor, body }) => {
    const { name, expiresInDays, scopes = [] } = body
    await refuseTooLong(tx, expiresInDays)
    const { token, prefix, hash } = issueToken()
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

/** The lock lets a change of the limit wait, so that no longer key is created after it. @throws Refusal */
async function refuseTooLong(tx: Transaction, days: number | null | undefined): Promise<void> {
  const { maxKeyLifetimeDays: most } = await readSecuritySettings(tx).forShare().executeTakeFirstOrThrow()
  if (most !== null && (days ?? Number.POSITIVE_INFINITY) > most)
    throw invalidField(
      'expiresInDays',
      `Your organisation limits keys to ${most} ${most === 1 ? 'day' : 'days'}`,
    )
}

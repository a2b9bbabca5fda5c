import { sql } from 'kysely'
import { identifyApiKeys } from '#contract'
import { implement } from '#platform'
import { keys } from './key-rows.ts'

/** The browser hashes the tokens, so that a leaked one is not sent anywhere again. */
export const identify = implement(identifyApiKeys, async ({ tx, actor, body: { hashes } }) => {
  const wanted = hashes.map((hash) => Buffer.from(hash, 'hex'))
  const rows = await keys(tx)
    .innerJoin('users', 'users.id', 'apiKeys.ownerId')
    .where('apiKeys.tokenHash', '=', sql<Buffer>`any(${wanted}::bytea[])`)
    .$if(actor.role === 'member', (found) => found.where('apiKeys.ownerId', '=', actor.userId))
    .orderBy('apiKeys.id', 'desc')
    .select([
      'apiKeys.tokenHash',
      'users.id as ownerId',
      'users.name as ownerName',
      'users.email as ownerEmail',
      'users.disabled as ownerDisabled',
    ])
    .execute()
  return {
    data: rows.map(({ tokenHash, ownerId, ownerName, ownerEmail, ownerDisabled, ...key }) => ({
      hash: tokenHash.toString('hex'),
      key,
      owner: { id: ownerId, name: ownerName, email: ownerEmail, disabled: ownerDisabled },
    })),
  }
})

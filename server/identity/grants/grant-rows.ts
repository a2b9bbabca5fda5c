import { sql } from 'kysely'
import { type Grant, grantingOperations, type Operation } from '#contract'
import type { Reader, Transaction } from '#database'
import { Refusal } from '#platform'

/** Selects the unconfirmed calls of keys that still work and whose owners may still make them. The caller adds conditions. */
export const openGrants = (tx: Reader) =>
  tx
    .selectFrom('grants')
    .innerJoin('apiKeys', 'apiKeys.id', 'grants.apiKeyId')
    .innerJoin('users as owner', 'owner.id', 'apiKeys.ownerId')
    .where('apiKeys.revokedAt', 'is', null)
    .where(({ eb, or }) =>
      or([eb('apiKeys.expiresAt', 'is', null), eb('apiKeys.expiresAt', '>', sql<string>`now()`)]),
    )
    .where('owner.disabled', '=', false)
    .where(({ and, eb, or }) =>
      or(
        grantingOperations.map(({ id, allow }) =>
          and([eb('grants.operation', '=', id), eb('owner.role', 'in', [...allow])]),
        ),
      ),
    )
    .select([
      'grants.id',
      'grants.operation',
      'grants.summary',
      'grants.requestedAt',
      'owner.id as ownerId',
      'apiKeys.id as keyId',
      'apiKeys.name as keyName',
      'apiKeys.prefix as keyPrefix',
    ])
    .$narrowType<Pick<Grant, 'operation'>>()

type Row = Awaited<ReturnType<ReturnType<typeof openGrants>['executeTakeFirstOrThrow']>>

/** Converts a row of `openGrants` to the API's form. */
export const toGrant = ({ id, operation, summary, requestedAt, ...key }: Row): Grant => ({
  id,
  operation,
  summary,
  apiKey: { id: key.keyId, name: key.keyName, prefix: key.keyPrefix },
  requestedAt,
})

/** Names an unconfirmed call in the audit log. */
export const grantTarget = ({ id, summary }: { id: string; summary: string }) =>
  ({ type: 'grant', id, label: summary }) as const

/**
 * Keeps a key and its owner as they are until the transaction ends, so that neither is revoked or demoted meanwhile. Calls that hold
 * one key take turns.
 * @throws Refusal `unauthenticated` if the key has ended, or its owner may no longer call the operation
 */
export async function holdKey(tx: Transaction, keyId: string, { allow }: Operation): Promise<void> {
  const held = await sql`
    select from api_keys key join users owner on owner.id = key.owner_id
    where key.id = ${keyId} and key.revoked_at is null and (key.expires_at is null or key.expires_at > now())
      and not owner.disabled and owner.role = any (${[...allow]})
    for no key update of key for share of owner`.execute(tx)
  if (held.rows.length === 0)
    throw new Refusal(
      'unauthenticated',
      'The API key ended, or its owner lost the role, while the call waited.',
    )
}

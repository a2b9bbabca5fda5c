import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { record } from '#audit'
import { mostGrantsPerKey } from '#contract'
import { rolledBack, type Transaction } from '#database'
import { newId, Refusal } from '#platform'
import type { GrantingCall, GrantingOperation } from './fields.ts'
import { grantTarget } from './grant-rows.ts'

interface Asked {
  /** The fields that grant, as they are now. */
  values: Record<string, unknown>
  summary: string
  performCall: () => Promise<unknown>
}

/**
 * Lets a call wait for its confirmation, and returns the id of its grant. The call is tried first, so that one that would be
 * refused is refused now. The same call made again is the same grant. The caller holds the key.
 * @throws Refusal `too_many_grants`, or that of the call
 */
export async function ask(
  operation: GrantingOperation,
  { tx, actor, params, body }: GrantingCall<GrantingOperation>,
  { values, summary, performCall }: Asked,
): Promise<string> {
  await rolledBack(tx, performCall)
  const apiKeyId = actor.apiKey?.id ?? ''
  const call = { apiKeyId, operation: operation.id, input: JSON.stringify({ params, body }) }
  const earlier = await sameCall(tx, call)
  if (earlier && isDeepStrictEqual(earlier.before, values)) return earlier.id
  if (earlier) await tx.deleteFrom('grants').where('id', '=', earlier.id).execute()
  else await refuseTooMany(tx, apiKeyId)

  const id = newId()
  await tx
    .insertInto('grants')
    .values({ id, ...call, before: JSON.stringify(values), summary })
    .execute()
  await record(tx, actor, 'grant.request', grantTarget({ id, summary }), { operation: operation.id })
  return id
}

const sameCall = (tx: Transaction, call: { apiKeyId: string; operation: string; input: string }) =>
  tx
    .selectFrom('grants')
    .select(['id', 'before'])
    .where('apiKeyId', '=', call.apiKeyId)
    .where('operation', '=', call.operation)
    .where(sql<string>`md5(input::text)`, '=', sql<string>`md5(${call.input}::jsonb::text)`)
    .executeTakeFirst()

async function refuseTooMany(tx: Transaction, apiKeyId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('grants')
    .where('apiKeyId', '=', apiKeyId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= mostGrantsPerKey)
    throw new Refusal(
      'too_many_grants',
      `This API key has ${mostGrantsPerKey} unconfirmed changes. Ask an owner or admin to confirm or decline them in the browser.`,
    )
}

import { isDeepStrictEqual } from 'node:util'
import { record } from '#audit'
import { confirmGrant } from '#contract'
import { type Implementation, implement, Refusal, validateFields } from '#platform'
import { grantingValues } from './fields.ts'
import { grantTarget, holdKey, openGrants, toGrant } from './grant-rows.ts'
import { type GrantingImplementation, isGranting } from './granting.ts'

/** `implementations`: all of this server. */
export function createConfirmGrant(implementations: Implementation[]) {
  const granting = new Map(implementations.filter(isGranting).map((one) => [one.operation.id, one]))
  return implement(confirmGrant, async ({ tx, actor, params: { grantId: id } }) => {
    const open = await openGrants(tx).where('grants.id', '=', id).executeTakeFirst()
    if (!open) throw new Refusal('grant_not_found')
    const { operation, handler, reach } = granting.get(open.operation) as GrantingImplementation
    await holdKey(tx, open.keyId, operation).catch((error) => {
      throw error instanceof Refusal ? new Refusal('grant_not_found') : error
    })
    // Only now does nobody else confirm or decline it, or revoke its key.
    const grant = await tx
      .deleteFrom('grants')
      .where('id', '=', id)
      .returning(['input', 'before', 'summary'])
      .executeTakeFirst()
    if (!grant) throw new Refusal('grant_not_found')

    const { params, body: sent } = grant.input as { params: never; body: unknown }
    const { body } = validateFields(operation, { query: {}, body: sent })
    // The owner of the key must still be able to make the call.
    await reach?.(tx, open.ownerId, { params, body })
    const call = { tx, actor: { ...actor, confirms: toGrant(open).apiKey }, params, body: body as object }
    const before = await handler.before(call)
    if (!before || !isDeepStrictEqual(grantingValues(operation, before), grant.before))
      throw new Refusal(
        'stale_version',
        `It no longer applies: what it changes has changed since. Decline it: ${grant.summary}`,
      )
    await record(tx, call.actor, 'grant.confirm', grantTarget({ id, ...grant }), { operation: operation.id })
    await handler.perform({ ...call, before })
    return { id, status: 'confirmed' as const }
  })
}

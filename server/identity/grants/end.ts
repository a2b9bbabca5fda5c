import type { RawBuilder, SqlBool } from 'kysely'
import { type AuditActor, recordAll } from '#audit'
import type { Transaction } from '#database'
import { grantTarget } from './grant-rows.ts'

/**
 * Removes the unconfirmed calls that meet a condition, and records each, with the reason unless someone declined it. Returns how
 * many there were.
 */
export async function endGrants(
  tx: Transaction,
  actor: AuditActor,
  condition: RawBuilder<SqlBool>,
  because?: 'API key revoked' | 'owner of the API key disabled' | 'owner of the API key demoted',
): Promise<number> {
  const ended = await tx
    .deleteFrom('grants')
    .where(condition)
    .returning(['id', 'summary', 'operation'])
    .execute()
  if (ended.length > 0)
    await recordAll(
      tx,
      actor,
      'grant.decline',
      ended.map((grant) => ({
        target: grantTarget(grant),
        details: { operation: grant.operation, ...(because && { because }) },
      })),
    )
  return ended.length
}

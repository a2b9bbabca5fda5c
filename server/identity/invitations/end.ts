import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type AuditActor, recordAll } from '#audit'
import type { Transaction } from '#database'

/** Revokes the open invitations that meet a condition, and records each with the reason. */
export async function endInvitations(
  tx: Transaction,
  actor: AuditActor,
  condition: RawBuilder<SqlBool>,
  because: 'API key revoked' | 'inviter disabled' | 'inviter demoted',
): Promise<void> {
  const ended = await tx
    .updateTable('invitations')
    .set({ revokedAt: sql<string>`now()` })
    .where(condition)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .returning(['id', 'email'])
    .execute()
  if (ended.length === 0) return
  await recordAll(
    tx,
    actor,
    'invitation.revoke',
    ended.map(({ id, email }) => ({
      target: { type: 'invitation', id, label: email },
      details: { because },
    })),
  )
}

import type { Actor, AuditAction } from '#contract'
import { newId, type Transaction } from '#platform'

/** What was acted on, as it is called at that moment. */
export interface Target {
  type: 'user' | 'invitation' | 'api_key' | 'project' | 'settings'
  id: string
  label: string
}

/** Who acted, where no session or key did: someone at the server's own command line, or someone unknown. */
export type AuditActor = Pick<Actor, 'email'> & { userId: string | null }

/** Writes an entry that is there exactly when the change commits. `details` never holds a secret. */
export async function record(
  tx: Transaction,
  actor: AuditActor,
  action: AuditAction,
  target: Target,
  details: Record<string, string | number | boolean | null> = {},
): Promise<void> {
  await tx
    .insertInto('auditLog')
    .values({
      id: newId(),
      action,
      actorId: actor.userId,
      actorEmail: actor.email,
      targetType: target.type,
      targetId: target.id,
      targetLabel: target.label,
      details: JSON.stringify(details),
    })
    .execute()
}

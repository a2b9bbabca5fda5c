import type { Actor, AuditAction } from '#contract'
import { newId, type Transaction } from '#platform'

/** The record acted on, with its name at that moment. */
export interface Target {
  type: 'user' | 'invitation' | 'api_key' | 'project' | 'settings'
  id: string
  label: string
}

/** Who acted. `userId` is null for the server's command line and for unknown users. */
export type AuditActor = Pick<Actor, 'email'> & { userId: string | null }

/** The actor of the operators' commands. */
export const operator: AuditActor = { userId: null, email: 'server' }

/** Returns a user as the record acted on. */
export const userTarget = (id: string, email: string): Target => ({ type: 'user', id, label: email })

/** Writes an entry, which commits or rolls back with the change. `details` never contains a secret. */
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

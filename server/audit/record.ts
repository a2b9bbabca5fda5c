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

/** Never contains a secret. */
type Details = Record<string, string | number | boolean | null>

/** Writes an entry, which commits or rolls back with the change. */
export const record = (
  tx: Transaction,
  actor: AuditActor,
  action: AuditAction,
  target: Target,
  details: Details = {},
): Promise<void> => recordAll(tx, actor, action, [{ target, details }])

/** Writes an entry for each of at least one record that was acted on. */
export async function recordAll(
  tx: Transaction,
  actor: AuditActor,
  action: AuditAction,
  acted: { target: Target; details: Details }[],
): Promise<void> {
  await tx
    .insertInto('auditLog')
    .values(
      acted.map(({ target, details }) => ({
        id: newId(),
        action,
        actorId: actor.userId,
        actorEmail: actor.email,
        targetType: target.type,
        targetId: target.id,
        targetLabel: target.label,
        details: JSON.stringify(details),
      })),
    )
    .execute()
}

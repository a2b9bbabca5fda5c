import type { Actor, AuditAction } from '#contract'
import { newId, type Transaction } from '#platform'

/** The record acted on, with its name at that moment. */
export interface Target {
  type: 'user' | 'invitation' | 'api_key' | 'project' | 'settings'
  id: string
  label: string
}

/** Who acted and how. `userId` is null for the server's command line and for unknown users; `address` for the former. */
export interface AuditActor {
  userId: string | null
  email: string
  via: Actor['via'] | 'operator'
  apiKey: Actor['apiKey']
  address: string | null
}

/** The actor of the operators' commands. */
export const operator: AuditActor = {
  userId: null,
  email: 'server',
  via: 'operator',
  apiKey: null,
  address: null,
}

/** Returns the actor for someone in a browser who was not signed in yet. */
export const visitor = (
  user: { id: string | null; email: string },
  { address }: { address: string },
): AuditActor => ({ userId: user.id, email: user.email, via: 'session', apiKey: null, address })

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
      via: actor.via,
      apiKeyId: actor.apiKey?.id ?? null,
      apiKeyPrefix: actor.apiKey?.prefix ?? null,
      apiKeyName: actor.apiKey?.name ?? null,
      address: actor.address,
      targetType: target.type,
      targetId: target.id,
      targetLabel: target.label,
      details: JSON.stringify(details),
    })
    .execute()
}

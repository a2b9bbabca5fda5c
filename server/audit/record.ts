import { createHash, randomBytes } from 'node:crypto'
import type { Actor, AuditAction } from '#contract'
import type { Transaction } from '#database'
import { newId } from '#platform'

/** What the label of an entry begins with if it is the hash of one that is kept beside it. */
export const hashed = 'sha256:'

/** The record acted on, with its name at that moment. */
export interface Target {
  type:
    | 'user'
    | 'invitation'
    | 'grant'
    | 'api_key'
    | 'project'
    | 'source'
    | 'tracker'
    | 'skill'
    | 'settings'
    | 'backup'
    | 'secret'
    | 'patient'
    | 'invoice'
    | 'item'
    | 'location'
    | 'stock_document'
    | 'lot'
    | 'import'
    | 'export'
  id: string
  label: string
}

/** Who acted and how. `userId` is null for the server itself and for unknown users; `address` for the former. */
export interface AuditActor {
  userId: string | null
  email: string
  via: Actor['via'] | 'operator'
  apiKey: Actor['apiKey']
  confirms?: Actor['confirms']
  /** Who signed in as the service user that acts. */
  by?: Pick<NonNullable<Actor['by']>, 'email'>
  address: string | undefined
}

/** The actor of the operators' commands, and of jobs that nobody started. */
export const operator: AuditActor = {
  userId: null,
  email: 'server',
  via: 'operator',
  apiKey: null,
  address: undefined,
}

/** Returns the actor for someone in a browser who was not signed in yet. */
export const visitor = (
  user: { id: string | null; email: string },
  { address }: { address: string | undefined },
): AuditActor => ({ userId: user.id, email: user.email, via: 'session', apiKey: null, address })

/** Returns a user as the record acted on. */
export const userTarget = (id: string, email: string): Target => ({ type: 'user', id, label: email })

/** Never contains a secret. */
type Details = Record<string, string | number | boolean | null>

/** Returns the detail with which the former values can be set again: fields of the operation that made the change. */
export const formerly = (fields: object): Details => ({ formerValues: JSON.stringify(fields) })

/** Writes an entry, which commits or rolls back with the change. */
export const record = (
  tx: Transaction,
  actor: AuditActor,
  action: AuditAction,
  target: Target,
  details: Details = {},
): Promise<void> => recordAll(tx, actor, action, [{ target, details }])

/**
 * Writes an entry for each of at least one record that was acted on. It names the key of a call that was confirmed, and who acts
 * as a service user.
 */
export async function recordAll(
  tx: Transaction,
  actor: AuditActor,
  action: AuditAction,
  acted: { target: Target; details: Details }[],
): Promise<void> {
  const { confirms, by } = actor
  const more = {
    ...(confirms && { confirmedKey: `${confirms.name} (${confirms.prefix})` }),
    ...(by && { by: by.email }),
  }
  const rows = acted.map(({ target, details }) => ({
    id: newId(),
    target,
    details,
    kept: keptBeside(target),
  }))
  const entries = rows.map(({ id, target, details, kept }) => ({
    id,
    action,
    actorId: actor.userId,
    actorEmail: actor.email,
    via: actor.via,
    apiKeyId: actor.apiKey?.id ?? null,
    apiKeyPrefix: actor.apiKey?.prefix ?? null,
    apiKeyName: actor.apiKey?.name ?? null,
    address: actor.address ?? null,
    targetType: target.type,
    targetId: target.id,
    targetLabel: kept?.hash ?? target.label,
    details: JSON.stringify({ ...details, ...more }),
  }))
  const labels = rows.flatMap(({ id, target: { label }, kept }) =>
    kept ? { entryId: id, salt: kept.salt, label } : [],
  )
  if (labels.length === 0) await tx.insertInto('auditLog').values(entries).execute()
  else
    await tx
      .with('entries', (db) => db.insertInto('auditLog').values(entries))
      .insertInto('auditLabels')
      .values(labels)
      .execute()
}

/** Records that are named by or after people who may ask to be forgotten. */
const named: readonly Target['type'][] = ['patient', 'project', 'source', 'tracker', 'import']

/** Returns the salted hash that an entry has in place of a label that can be erased. */
function keptBeside({ type, label }: Target): { salt: Buffer; hash: string } | null {
  if (!named.includes(type)) return null
  const salt = randomBytes(16)
  const hash = createHash('sha256').update(salt).update(label).digest('hex')
  return { salt, hash: `${hashed}${hash}` }
}

import { sql } from 'kysely'
import type { z } from 'zod'
import { type AuditEntry, erasedLabel, type exportAuditLog } from '#contract'
import type { Reader } from '#database'
import { containing } from '#platform'
import { type AuditActor, hashed } from './record.ts'

type Filter = Omit<z.output<typeof exportAuditLog.query>, 'format'>

/** Returns the entries that match a filter, newest first, after the one with id `after`. */
export async function findEntries(
  tx: Reader,
  filter: Filter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<AuditEntry[]> {
  let query = matching(tx, filter)
    .leftJoin('auditLabels', 'auditLabels.entryId', 'auditLog.id')
    .selectAll('auditLog')
    .select('auditLabels.label')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (after)
    query = query.where(
      sql<boolean>`(at, id) < ((select at from audit_log where id = ${after}::uuid), ${after}::uuid)`,
    )
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    action: row.action as AuditEntry['action'],
    actor: {
      id: row.actorId,
      email: row.actorEmail,
      via: row.via as AuditActor['via'],
      apiKey:
        row.apiKeyId === null
          ? null
          : { id: row.apiKeyId, name: row.apiKeyName ?? '', prefix: row.apiKeyPrefix ?? '' },
    },
    target: { type: row.targetType, id: row.targetId, label: labelOf(row) },
    details: row.details as AuditEntry['details'],
    address: row.address,
    at: row.at,
  }))
}

/** Returns the name of the record acted on; empty if it was erased. */
const labelOf = ({ label, targetLabel }: { label: string | null; targetLabel: string }) =>
  label ?? (targetLabel.startsWith(hashed) ? erasedLabel : targetLabel)

/** Returns how many patients the entries that match a filter are about. */
export async function countPatients(tx: Reader, filter: Filter): Promise<number> {
  const { count } = await matching(tx, filter)
    .where('targetType', '=', 'patient')
    .select(({ fn }) => fn.count<number>('targetId').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function matching(tx: Reader, { action, actor, apiKey, from, to }: Filter) {
  let query = tx.selectFrom('auditLog')
  if (action) query = query.where('action', '=', action)
  if (actor) query = query.where('actorEmail', 'like', containing(actor.toLowerCase()))
  if (apiKey) query = query.where('apiKeyId', '=', apiKey)
  if (from) query = query.where('at', '>=', from)
  if (to) query = query.where('at', '<', to)
  return query
}

import { z } from 'zod'
import { usedKey } from './actor.ts'
import { operation } from './operation.ts'
import { id, instant, listQuery, page, text, timestamp } from './rules/fields.ts'
import { namingPatients } from './rules/patient-id.ts'

/** Every action that the audit log records. It does not record individual API calls. */
export const auditActions = [
  'user.create',
  'user.role',
  'user.access',
  'user.disable',
  'user.enable',
  'user.name',
  'user.email',
  'user.password',
  'user.two_factor',
  'user.identity_link',
  'invitation.create',
  'invitation.confirm',
  'invitation.revoke',
  'grant.request',
  'grant.confirm',
  'grant.decline',
  'owner.transfer',
  'session.sign_in',
  'session.sign_in_failed',
  'session.sign_out',
  'api_key.create',
  'api_key.revoke',
  'project.create',
  'project.update',
  'project.access',
  'project.delete',
  'project.pseudonymise',
  'source.download',
  'source.delete',
  'tracker.delete',
  'skill.delete',
  'settings.change',
  'backup.create',
  'secret.rotate',
  'patient.create',
  'patient.update',
  'patient.merge',
  'patient.merge_undo',
  'patient.flag_different',
  'patient.unflag_different',
  'patient.erase',
  'invoice.draft',
  'invoice.update',
  'invoice.delete',
  'invoice.issue',
  'invoice.void',
  'credit_note.create',
  'payment.record',
  'payment.reverse',
  'item.create',
  'item.update',
  'location.create',
  'stock.receive',
  'stock.adjust',
  'stock.transfer',
  'stock.reverse',
  'lot.quarantine',
  'lot.release',
  'import.create',
  'data.export',
] as const
/** The label of a target whose name was erased. */
export const erasedLabel = 'Erased'

export type AuditAction = (typeof auditActions)[number]

export const auditEntry = namingPatients(
  z
    .strictObject({
      id,
      action: z.enum(auditActions),
      actor: z.strictObject({
        id: id.nullable(),
        email: z.string(),
        via: z.enum(['session', 'api_key', 'operator']),
        apiKey: usedKey.nullable(),
      }),
      target: z.strictObject({ type: z.string(), id, label: z.string() }),
      details: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
        .describe('`formerValues` is what undoes a change, as the JSON body of its operation'),
      address: z.string().nullable().describe('The network address; null for operators'),
      at: timestamp,
    })
    .meta({ id: 'AuditEntry' }),
  ({ target, details }) => [
    target.type === 'patient' ? target.id : null,
    typeof details.otherPatientId === 'string' ? details.otherPatientId : null,
  ],
)
export type AuditEntry = z.output<typeof auditEntry>

const filter = {
  action: z.enum(auditActions).optional(),
  actor: text(1, 254).optional().describe('Part of the actor’s email address'),
  apiKey: id.optional().describe('The API key that the action was performed with'),
  from: instant.optional().describe('Start time, inclusive'),
  to: instant.optional().describe('End time, exclusive'),
}

export const listAuditLog = operation({
  id: 'auditLog.list',
  method: 'GET',
  path: '/api/audit-log',
  summary: 'List audit log entries, newest first.',
  allow: ['owner', 'admin'],
  query: listQuery.extend(filter),
  result: page(auditEntry),
})

export const exportAuditLog = operation({
  id: 'auditLog.export',
  method: 'GET',
  path: '/api/audit-log/export',
  summary: 'Export the audit log as CSV or JSON Lines, newest first.',
  allow: ['owner', 'admin'],
  confirmation: true,
  query: z.strictObject({ format: z.enum(['csv', 'jsonl']).default('csv'), ...filter }),
  result: { media: ['text/csv', 'application/jsonl'], showsPatients: true },
})

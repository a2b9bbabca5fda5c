import { type AuditEntry, exportAuditLog } from '#contract'
import { implementRecorded } from '#platform'
import { countPatients, findEntries } from './entries.ts'
import { exportLog } from './export-log.ts'

const pageSize = 1000

const columns = ['at', 'action', 'actor', 'via', 'key', 'address', 'target', 'label', 'details']

const cellsOf = ({ at, action, actor, address, target, details }: AuditEntry) => [
  at,
  action,
  actor.email,
  actor.via,
  actor.apiKey ? `${actor.apiKey.prefix} ${actor.apiKey.name}` : null,
  address,
  `${target.type} ${target.id}`,
  target.label,
  JSON.stringify(details),
]

export const exportEntries = implementRecorded(exportAuditLog, async (call) => {
  const { format: _, ...filter } = call.query
  const file = await exportLog(call, { kind: 'audit_log', columns, cellsOf }, pages())
  return { ...file, patients: { all: await countPatients(call.tx, filter) } }

  async function* pages() {
    for (let after: string | undefined; ; ) {
      const entries = await findEntries(call.reader, filter, { after, limit: pageSize })
      yield entries
      if (entries.length < pageSize) return
      after = entries.at(-1)!.id
    }
  }
})

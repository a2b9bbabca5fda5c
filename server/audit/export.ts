import { Readable } from 'node:stream'
import { type AuditEntry, csvLine, exportAuditLog } from '#contract'
import { implementRecorded, newId } from '#platform'
import { countPatients, findEntries } from './entries.ts'
import { record } from './record.ts'

const formats = {
  jsonl: { type: 'application/jsonl', header: '', line: (entry: AuditEntry) => `${JSON.stringify(entry)}\n` },
  csv: {
    type: 'text/csv; charset=utf-8',
    header: 'at,action,actor,via,key,address,target,label,details\r\n',
    line: toLine,
  },
}

const chunk = 1000

/** Streams the log in chunks, so that memory does not grow with it. */
export const exportLog = implementRecorded(exportAuditLog, async ({ tx, reader, actor, query }) => {
  const { format, ...filter } = query
  const { type, header, line } = formats[format]
  const target = { type: 'export', id: newId(), label: 'audit log' } as const
  const filters = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  await record(tx, actor, 'data.export', target, { kind: 'audit_log', format, ...filters })
  const patients = { all: await countPatients(tx, filter) }
  return { type, filename: `audit-log.${format}`, content: Readable.from(lines()), patients }

  async function* lines() {
    yield header
    let after: string | undefined
    do {
      const entries = await findEntries(reader, filter, { after, limit: chunk })
      yield entries.map(line).join('')
      after = entries.length === chunk ? entries.at(-1)?.id : undefined
    } while (after)
  }
})

function toLine({ at, action, actor, address, target, details }: AuditEntry): string {
  return csvLine([
    at,
    action,
    actor.email,
    actor.via,
    actor.apiKey ? `${actor.apiKey.prefix} ${actor.apiKey.name}` : null,
    address,
    `${target.type} ${target.id}`,
    target.label,
    JSON.stringify(details),
  ])
}

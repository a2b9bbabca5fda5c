import { Readable } from 'node:stream'
import { type AuditEntry, csvLine, exportAuditLog } from '#contract'
import type { Reader } from '#database'
import { implement } from '#platform'
import { findEntries } from './entries.ts'

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
export const exportLog = implement(exportAuditLog, async ({ tx, query: { format, ...filter } }) => {
  const { type, header, line } = formats[format]
  return { type, filename: `audit-log.${format}`, content: Readable.from(lines(tx)) }

  async function* lines(reader: Reader) {
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

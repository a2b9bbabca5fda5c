import { Readable } from 'node:stream'
import { record } from '#audit'
import { type AccessLogEntry, csvLine, exportAccessLog } from '#contract'
import { implementRecorded, newId } from '#platform'
import { findReads } from './find-reads.ts'

const formats = {
  jsonl: {
    type: 'application/jsonl',
    header: '',
    line: (entry: AccessLogEntry) => `${JSON.stringify(entry)}\n`,
  },
  csv: {
    type: 'text/csv; charset=utf-8',
    header: 'at,user,key,address,operation,count,patient ids\r\n',
    line: toLine,
  },
}

const chunk = 1000

/** Streams the log in chunks, so that memory does not grow with it. */
export const exportReads = implementRecorded(exportAccessLog, async ({ tx, reader, actor, query }) => {
  const { format, ...filter } = query
  const { type, header, line } = formats[format]
  const target = { type: 'export', id: newId(), label: 'access log' } as const
  const filters = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  await record(tx, actor, 'data.export', target, { kind: 'access_log', format, ...filters })
  return { type, filename: `access-log.${format}`, content: Readable.from(lines()) }

  async function* lines() {
    yield header
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await findReads(reader, { ...filter, limit: chunk, ...(cursor && { cursor }) })
      yield page.data.map(line).join('')
      cursor = page.nextCursor
    }
  }
})

function toLine({ at, user, apiKey, address, operation, count, patientIds }: AccessLogEntry): string {
  return csvLine([
    at,
    user.name,
    apiKey ? `${apiKey.prefix} ${apiKey.name}` : null,
    address,
    operation,
    count,
    patientIds === 'all' ? 'all' : patientIds.join(' '),
  ])
}

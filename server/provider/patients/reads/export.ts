import { exportLog } from '#audit'
import { type AccessLogEntry, exportAccessLog } from '#contract'
import { implementRecorded } from '#platform'
import { findReads } from './find-reads.ts'

const pageSize = 1000

const columns = ['at', 'user', 'key', 'address', 'operation', 'count', 'patient ids']

const cellsOf = ({ at, user, apiKey, address, operation, count, patientIds }: AccessLogEntry) => [
  at,
  user.name,
  apiKey ? `${apiKey.prefix} ${apiKey.name}` : null,
  address,
  operation,
  count,
  patientIds === 'all' ? 'all' : patientIds.join(' '),
]

export const exportReads = implementRecorded(exportAccessLog, (call) => {
  return exportLog(call, { kind: 'access_log', columns, cellsOf }, pages())

  async function* pages() {
    const { format: _, ...filter } = call.query
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await findReads(call.reader, { ...filter, limit: pageSize, ...(cursor && { cursor }) })
      yield page.data
      cursor = page.nextCursor
    }
  }
})

import { requestOf } from '#client'
import type { exportAccessLog, exportAuditLog } from '#contract'
import { ExportLink } from './export-link.tsx'

interface LogExportProps {
  operation: typeof exportAccessLog | typeof exportAuditLog
  /** That of the list. */
  filter: object
}

/** Links to the exports of a log, with the filter of its page. */
export function LogExport({ operation, filter }: LogExportProps) {
  const hrefOf = (format: 'csv' | 'jsonl') => requestOf(operation, { format, ...filter }).url
  return (
    <>
      <ExportLink href={hrefOf('csv')}>Export CSV</ExportLink>
      <ExportLink href={hrefOf('jsonl')}>Export JSON Lines</ExportLink>
    </>
  )
}

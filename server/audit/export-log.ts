import { Readable } from 'node:stream'
import { type Actor, csvLine } from '#contract'
import type { Transaction } from '#database'
import { type File, newId } from '#platform'
import { record } from './record.ts'

/** How a log is exported. */
interface LogFormat<Entry> {
  kind: 'audit_log' | 'access_log'
  /** The columns of the CSV file, and what an entry has in them. */
  columns: readonly string[]
  cellsOf(entry: Entry): readonly (string | number | null)[]
}

interface ExportCall {
  tx: Transaction
  actor: Actor
  query: { format: 'csv' | 'jsonl' } & Record<string, unknown>
}

/** Records that a log is exported, and streams it page by page, so that memory does not grow with it. */
export async function exportLog<Entry>(
  { tx, actor, query: { format, ...filter } }: ExportCall,
  { kind, columns, cellsOf }: LogFormat<Entry>,
  pages: AsyncIterable<Entry[]>,
): Promise<File> {
  const name = kind.replace('_', ' ')
  const filters = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  await record(
    tx,
    actor,
    'data.export',
    { type: 'export', id: newId(), label: name },
    { kind, format, ...filters },
  )
  const file = { filename: `${kind.replace('_', '-')}.${format}`, content: Readable.from(lines()) }
  return { ...file, type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl' }

  async function* lines() {
    if (format === 'csv') yield csvLine(columns)
    for await (const page of pages)
      yield page
        .map((entry) => (format === 'csv' ? csvLine(cellsOf(entry)) : `${JSON.stringify(entry)}\n`))
        .join('')
  }
}

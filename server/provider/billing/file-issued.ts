import { sql } from 'kysely'
import type { Reader } from '#database'
import { type Job, Refusal } from '#platform'
import { readCreditNote } from './credit-notes/read.ts'
import { creditNoteFile, type FileFormat, invoiceFile } from './issued-files/files.ts'
import { readInvoice } from './read.ts'

const filedAtOnce = 20
const formats: FileFormat[] = ['pdf', 'en16931']

interface Unfiled {
  kind: 'invoice' | 'credit note'
  id: string
  series: string
  ordinal: string
}

/**
 * Every night, creates the files of documents issued since, so that they exist even if nobody has downloaded them. Each
 * series is filed in the order of its numbers.
 */
export const fileIssued: Job = {
  name: 'billing.file_issued',
  schedule: '10 1 * * *',
  timeLimitSeconds: 3600,
  async run({ db, log, signal }) {
    for (;;) {
      const documents = await nextUnfiled(db.reader)
      if (documents.length === 0) return
      for (const document of documents)
        for (const format of formats) {
          signal.throwIfAborted()
          await file(db.reader, document, format, signal).catch((error: unknown) => {
            // Something to be completed or repaired in this document must not keep others from being filed.
            if (signal.aborted || (error instanceof Refusal && error.code === 'busy')) throw error
            if (!(error instanceof Refusal))
              log.error({ err: error, document: document.id }, 'file not created')
          })
        }
      await saveProgress(db.reader, documents)
    }
  },
}

async function file(reader: Reader, { kind, id }: Unfiled, format: FileFormat, signal: AbortSignal) {
  if (kind === 'credit note')
    return creditNoteFile(reader, await readCreditNote(reader, id), format, { signal })
  const invoice = await readInvoice(reader, id)
  return invoice.status === 'void' ? null : invoiceFile(reader, invoice, format, { signal })
}

async function nextUnfiled(reader: Reader): Promise<Unfiled[]> {
  const { rows } = await sql<Unfiled>`
    select kind, id, counters.series, issued.ordinal
    from invoice_series_counters counters left join filed_series filed using (series) cross join lateral (
      (select 'invoice' as kind, id, ordinal from invoices
        where series = counters.series and ordinal > coalesce(filed.ordinal, 0) order by ordinal limit ${filedAtOnce})
      union all
      (select 'credit note', id, ordinal from credit_notes
        where series = counters.series and ordinal > coalesce(filed.ordinal, 0) order by ordinal limit ${filedAtOnce})
      order by ordinal limit ${filedAtOnce}
    ) issued
    where counters.last > coalesce(filed.ordinal, 0)
    order by counters.series, issued.ordinal limit ${filedAtOnce}`.execute(reader)
  return rows
}

async function saveProgress(reader: Reader, documents: Unfiled[]): Promise<void> {
  await sql`
    insert into filed_series
    select series, max(ordinal) from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb)
      as filed (series text, ordinal bigint) group by series
    on conflict (series) do update set ordinal = greatest(filed_series.ordinal, excluded.ordinal)`.execute(
    reader,
  )
}

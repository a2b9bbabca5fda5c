import { sql } from 'kysely'
import type { Reader } from '#database'
import { type Job, type JobContext, Refusal } from '#platform'
import { readCreditNote } from './credit-notes/read.ts'
import { documentFile, type FileFormat } from './issued-files/files.ts'
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
 * series is filed in the order of its numbers. The job's retries continue with a document that failed. Only after the last
 * one is it passed over, so that it does not keep others from being filed.
 */
export const fileIssued: Job = {
  name: 'billing.file_issued',
  schedule: '10 1 * * *',
  run: (context) => fileNext(context, 'retry'),
  giveUp: (context) => fileNext(context, 'pass over'),
}

async function fileNext(
  { db: { reader }, log, signal }: JobContext,
  firstFailure: 'retry' | 'pass over',
): Promise<void> {
  for (let canPass = firstFailure === 'pass over'; ; ) {
    const documents = await nextUnfiled(reader)
    if (documents.length === 0) return
    for (const document of documents) {
      try {
        await file(reader, document, signal)
      } catch (error) {
        if (signal.aborted || !canPass) throw error
        log.error({ err: error, document: document.id }, 'file not created')
      }
      canPass = false
      await saveProgress(reader, document)
    }
  }
}

async function file(reader: Reader, { kind, id }: Unfiled, signal: AbortSignal): Promise<void> {
  const document = await (kind === 'credit note' ? readCreditNote : readInvoice)(reader, id)
  if ('status' in document && document.status === 'void') return
  for (const format of formats)
    try {
      signal.throwIfAborted()
      await documentFile(reader, document, format, { signal })
    } catch (error) {
      // The document lacks something, or has something that the format cannot express.
      if (!(error instanceof Refusal) || error.code === 'busy') throw error
    }
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

async function saveProgress(reader: Reader, { series, ordinal }: Unfiled): Promise<void> {
  await sql`
    insert into filed_series values (${series}, ${ordinal}::bigint)
    on conflict (series) do update set ordinal = greatest(filed_series.ordinal, excluded.ordinal)`.execute(
    reader,
  )
}

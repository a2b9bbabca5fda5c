import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { record } from '#audit'
import {
  exportPatient,
  getCreditNotePdf,
  getInvoicePdf,
  getPatient,
  getStatement,
  getStatementPdf,
  listCreditNotes,
  listInvoices,
  listMerges,
  listMovements,
  listNotDuplicates,
  listPatientHistory,
  listPatientReads,
  listPayments,
  type Operation,
  resultWith,
} from '#contract'
import type { Reader } from '#database'
import { type File, type Implementation, implementRecorded } from '#platform'
import { accountEntries } from '../../billing/statement/entries.ts'
import { recordsOf } from '../../patients/erasure/erase.ts'
import { patientName } from '../../patients/live.ts'
import { patients } from '../../patients/patient-rows.ts'
import { type Entry, zipped } from './zip.ts'

/** Of each record: the live one and those that were merged into it. */
const listsOfRecord = {
  history: listPatientHistory,
  merges: listMerges,
  'different-patients': listNotDuplicates,
}

const listsOfPatient = {
  invoices: listInvoices,
  'credit-notes': listCreditNotes,
  payments: listPayments,
  'stock-given': listMovements,
  reads: listPatientReads,
}

const pageSize = 100

/**
 * Streams a zip with everything about a patient (GDPR, articles 15 and 20): what the operations return that show it one by one.
 * @param implementations those operations
 */
export const createPatientExport = (implementations: Implementation[]) =>
  implementRecorded(exportPatient, async ({ tx, reader, actor, params, signal }) => {
    const records = await recordsOf(tx, params.patientId)
    const live = await patients(tx)
      .where('patients.id', 'in', records)
      .where('patients.mergedInto', 'is', null)
      .executeTakeFirstOrThrow()
    const { id: patientId } = live
    const target = { type: 'patient', id: patientId, label: patientName(live) } as const
    await record(tx, actor, 'data.export', target, { kind: 'patient', format: 'zip' })
    const years = await statementYears(tx, patientId)
    return {
      type: 'application/zip',
      filename: `patient-${patientId}.zip`,
      content: Readable.from(zipped(entries()), { objectMode: false }),
      patients: records,
    }

    async function* entries(): AsyncGenerator<Entry> {
      for (const id of records) {
        const folder = `records/${id}`
        yield json(`${folder}/record`, await result(getPatient, { patientId: id }))
        for (const [name, list] of Object.entries(listsOfRecord))
          yield { name: `${folder}/${name}.json`, content: asArray(rowsOf(list, { patientId: id })) }
      }
      for (const [name, list] of Object.entries(listsOfPatient))
        yield { name: `${name}.json`, content: asArray(rowsOf(list, { patientId })) }
      for await (const { id: invoiceId } of rowsOf(listInvoices, { patientId }))
        yield pdf('invoices', await perform(getInvoicePdf, { invoiceId }))
      for await (const { id: creditNoteId } of rowsOf(listCreditNotes, { patientId }))
        yield pdf('credit-notes', await perform(getCreditNotePdf, { creditNoteId }))
      for (const year of years) {
        const input = { patientId, from: `${year}-01-01`, to: `${year}-12-31` }
        yield json(`statements/${year}`, await result(getStatement, input))
        yield { ...pdf('statements', await perform(getStatementPdf, input)), name: `statements/${year}.pdf` }
      }
    }

    async function* rowsOf(list: Operation, input: object): AsyncGenerator<{ id?: string }> {
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const part = { ...input, limit: pageSize, ...(cursor && { cursor }) }
        const page = (await result(list, part)) as { data: { id?: string }[]; nextCursor: string | null }
        yield* page.data
        cursor = page.nextCursor
      }
    }

    /** Returns what an operation responds, as JSON. */
    async function result(operation: Operation, input: object): Promise<unknown> {
      return resultWith(operation, operation.status).parse(await perform(operation, input))
    }

    async function perform(operation: Operation, input: object): Promise<unknown> {
      signal.throwIfAborted()
      const found = implementations.find((implementation) => implementation.operation === operation)
      if (!found) throw new Error(`${operation.id} is not implemented`)
      const call = { actor, signal, tx: reader, params: input, query: queryOf(operation, input) }
      return found.perform(call as never)
    }
  })

/** Returns the fields of an input that are an operation's query, with its defaults. */
function queryOf({ query }: Operation, input: object): object {
  const names = Object.keys(query.shape)
  return query.parse(Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name))))
}

/** Returns the years in which the patient's account changed. */
async function statementYears(tx: Reader, patientId: string): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from date)::int as year from (${accountEntries}) entry
    where patient_id = ${patientId}::uuid order by year`.execute(tx)
  return rows.map(({ year }) => year)
}

const json = (name: string, value: unknown): Entry => ({
  name: `${name}.json`,
  content: Readable.from([`${JSON.stringify(value, null, 2)}\n`]),
})

async function* asArray(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '['
  for await (const row of rows) {
    yield `${before}\n${JSON.stringify(row)}`
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

function pdf(folder: string, file: unknown): Entry {
  const { filename, content } = file as File
  return { name: `${folder}/${filename}`, content: Readable.from(content) }
}

import { sql } from 'kysely'
import type { BillTo, TaxMode } from '#contract'
import type { Reader } from '#database'
import type { CreditNote } from '#engines/invoicing'
import { Refusal } from '#platform'
import { billToAtIssue } from '../bill-to.ts'
import { toCreditNote } from '../credit-note.ts'
import { creditNoteJson } from '../invoice-rows.ts'

/** Selects credit notes, for the caller to filter. */
export const creditNotes = (tx: Reader) =>
  tx
    .selectFrom('creditNotes as c')
    .innerJoin('users as u', 'u.id', 'c.issuedBy')
    .innerJoin('invoices', 'invoices.id', 'c.invoiceId')
    .select(['c.id', 'invoices.id as invoiceId', 'patientId', 'currency', 'buyerReference'])
    .select([
      creditNoteJson.as('note'),
      sql<string>`invoices.number`.as('invoiceNumber'),
      sql<string>`invoices.issue_date`.as('invoiceIssueDate'),
      sql<TaxMode>`tax_mode`.as('taxMode'),
      sql<BillTo>`bill_to`.as('billTo'),
    ])

type CreditNoteRow = Awaited<ReturnType<ReturnType<typeof creditNotes>['execute']>>[number]

export const toDocument = ({ note, ...ofInvoice }: CreditNoteRow): CreditNote => ({
  ...toCreditNote(note, ofInvoice.currency),
  ...ofInvoice,
  billTo: billToAtIssue(ofInvoice.billTo),
})

/** @throws Refusal `credit_note_not_found` */
export async function readCreditNote(tx: Reader, id: string): Promise<CreditNote> {
  const row = await creditNotes(tx).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('credit_note_not_found')
  return toDocument(row)
}

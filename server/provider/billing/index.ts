import type { Implementation, Job } from '#platform'
import { create } from './create.ts'
import { credit } from './credit-notes/create.ts'
import { getNote } from './credit-notes/get.ts'
import { getNotePdf } from './credit-notes/get-pdf.ts'
import { getNoteUbl } from './credit-notes/get-ubl.ts'
import { listNotes } from './credit-notes/list.ts'
import { remove } from './delete.ts'
import { fileIssued } from './file-issued.ts'
import { get } from './get.ts'
import { getPdf } from './get-pdf.ts'
import { getUbl } from './get-ubl.ts'
import { issue } from './issue.ts'
import { list } from './list.ts'
import { listAll } from './list-payments.ts'
import { record } from './record-payment.ts'
import { reverse } from './reverse-payment.ts'
import { getPatientStatement } from './statement/get.ts'
import { getPatientStatementPdf } from './statement/get-pdf.ts'
import { update } from './update.ts'
import { voidIt } from './void.ts'

export const billingJobs: Job[] = [fileIssued]

export const billingOperations: Implementation[] = [
  create,
  list,
  get,
  update,
  remove,
  issue,
  record,
  reverse,
  listAll,
  credit,
  listNotes,
  getNote,
  getNotePdf,
  getNoteUbl,
  voidIt,
  getPdf,
  getUbl,
  getPatientStatement,
  getPatientStatementPdf,
]

export { homeOfBilling } from './home.ts'
export { billingInvariants } from './invariants.ts'
export { searchableInvoices } from './searchable.ts'

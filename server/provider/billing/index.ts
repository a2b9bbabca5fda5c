import type { Implementation, Job } from '#platform'
import { create } from './create.ts'
import { credit } from './credit-notes/create.ts'
import { listNotes } from './credit-notes/list.ts'
import { remove } from './delete.ts'
import { fileIssued } from './file-issued.ts'
import { forgetBilled } from './forget-billed.ts'
import { get, getNote } from './get.ts'
import { getNotePdf, getNoteUbl, getPdf, getUbl } from './get-files.ts'
import { issue } from './issue.ts'
import { list } from './list.ts'
import { listAll } from './list-payments.ts'
import { record } from './record-payment.ts'
import { reverse } from './reverse-payment.ts'
import { getPatientStatement } from './statement/get.ts'
import { getPatientStatementPdf } from './statement/get-pdf.ts'
import { update } from './update.ts'
import { voidIt } from './void.ts'

export const billingJobs: Job[] = [fileIssued, forgetBilled]

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

import type { Implementation } from '#platform'
import { create } from './create.ts'
import { credit } from './create-credit-note.ts'
import { remove } from './delete.ts'
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
  voidIt,
  getPdf,
  getUbl,
  getPatientStatement,
  getPatientStatementPdf,
]

export { billingInvariants } from './invariants.ts'

import { getCreditNote, getInvoice } from '#contract'
import { implement, implementOnSnapshot } from '#platform'
import { readCreditNote } from './credit-notes/read.ts'
import { readInvoice } from './read.ts'

export const get = implementOnSnapshot(getInvoice, ({ tx, params }) => readInvoice(tx, params.invoiceId))

export const getNote = implement(getCreditNote, ({ tx, params }) => readCreditNote(tx, params.creditNoteId))

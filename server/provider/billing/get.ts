import { getInvoice } from '#contract'
import { implement } from '#platform'
import { readInvoice } from './read.ts'

export const get = implement(getInvoice, ({ tx, params }) => readInvoice(tx, params.invoiceId))

import { getInvoice } from '#contract'
import { implementOnSnapshot } from '#platform'
import { readInvoice } from './read.ts'

export const get = implementOnSnapshot(getInvoice, ({ tx, params }) => readInvoice(tx, params.invoiceId))

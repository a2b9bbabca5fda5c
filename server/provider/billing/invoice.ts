import type { z } from 'zod'
import type { invoice } from '#contract'

/** An invoice with exact decimals, as handlers return it. The contract turns them into text on the way out. */
export type Invoice = z.input<typeof invoice>
export type InvoiceLine = Invoice['lines'][number]
export type TaxGroup = Invoice['taxBreakdown'][number]

import type { Target } from '#audit'
import type { Invoice } from '#engines/invoicing'

/** Returns an invoice as the record of an audit entry, under its number. */
export const invoiceTarget = ({ id, number }: { id: string | null; number: Invoice['number'] }): Target => ({
  type: 'invoice',
  id: id!,
  label: number ?? 'Draft',
})

import type { Invoice } from '#contract'

/** `Invoice INV-00012`, or `Draft invoice` before it has a number. */
export const titleOf = ({ number }: Pick<Invoice, 'number'>) =>
  number ? `Invoice ${number}` : 'Draft invoice'

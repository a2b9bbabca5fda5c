import type { Payment, PaymentMethod } from '#contract'

export const methodNames: Record<PaymentMethod, string> = {
  cash: 'Cash',
  card: 'Card',
  transfer: 'Bank transfer',
  direct_debit: 'Direct debit',
  cheque: 'Cheque',
  other: 'Other',
}

export const kindNames: Record<Payment['kind'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  reversal: 'Reversal',
}

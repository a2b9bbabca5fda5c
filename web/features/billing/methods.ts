import type { PaymentMethod } from '#contract'

export const methodNames: Record<PaymentMethod, string> = {
  cash: 'Cash',
  card: 'Card',
  transfer: 'Bank transfer',
  direct_debit: 'Direct debit',
  cheque: 'Cheque',
  other: 'Something else',
}

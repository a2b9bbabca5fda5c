import { DecimalField } from '../../../components/decimal-field.tsx'
import { discountRule, readDiscount } from './discount-values.ts'

interface DiscountFieldProps {
  'aria-label': string
  value: string
  onChange: (typed: string) => void
  error: string | undefined
  currency: string
}

/** One field for a discount in percent or as an amount. */
export function DiscountField(props: DiscountFieldProps) {
  return (
    <DecimalField {...props} rule={discountRule} read={readDiscount} placeholder="4% or 5" inputMode="text" />
  )
}

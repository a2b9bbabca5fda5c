import { NativeSelect, Stack, TextInput } from '@mantine/core'
import type { Settings } from '#contract'
import { DecimalField } from '../../../components/decimal-field.tsx'
import { AddRow, RemoveRow, useFormRows } from '../../../components/form-rows.tsx'
import { taxOptions } from '../taxes.ts'
import { discountRule, readDiscount } from './discount-values.ts'
import classes from './discounts.module.css'
import type { InvoiceEditor } from './use-invoice-editor.ts'
import { emptyDiscount } from './values.ts'

const most = 20

/** Discounts on the whole invoice, in addition to those of its lines. */
export function EditorDiscounts({ form, settings }: { form: InvoiceEditor['form']; settings: Settings }) {
  const { rows, add, remove } = useFormRows(form, 'discounts', emptyDiscount)
  const discounts = form.rows('discounts')
  const inUse = discounts.map(({ values }) => values.tax)
  const rates = [{ value: '', label: 'Split over all rates' }, ...taxOptions(settings, inUse)]
  return (
    <Stack gap="xs" align="flex-start" ref={rows}>
      {discounts.map(({ at, values, field }) => (
        <div key={values.key} className={classes.discount} data-row>
          <TextInput
            aria-label={`Reason, discount ${at + 1}`}
            placeholder="What the discount is for"
            dir="auto"
            maxLength={200}
            {...field('reason')}
          />
          <DiscountField
            aria-label={`Discount ${at + 1}`}
            currency={form.values.currency}
            {...field('discount')}
          />
          <NativeSelect aria-label={`Tax, discount ${at + 1}`} data={rates} {...field('tax')} />
          <RemoveRow label={`Remove discount ${at + 1}`} onClick={() => remove(at)} size="md" mt={4} />
        </div>
      ))}
      <AddRow disabled={discounts.length >= most} onClick={add}>
        Add invoice discount
      </AddRow>
    </Stack>
  )
}

interface DiscountFieldProps {
  'aria-label': string
  value: string
  onChange: (typed: string) => void
  error?: string
  currency: string
}

/** One field for a discount in percent or as an amount. */
export function DiscountField(props: DiscountFieldProps) {
  return (
    <DecimalField {...props} rule={discountRule} read={readDiscount} placeholder="4% or 5" inputMode="text" />
  )
}

import { NativeSelect, Stack, TextInput } from '@mantine/core'
import type { Settings } from '#contract'
import { DecimalField } from '../../../components/decimal-field.tsx'
import { AddRow, RemoveRow } from '../../../components/form-rows.tsx'
import { taxOptions } from '../taxes.ts'
import { discountRule, readDiscount } from './discount-values.ts'
import classes from './discounts.module.css'
import type { InvoiceEditor } from './use-invoice-editor.ts'

const most = 20

/** Discounts on the whole invoice, in addition to those of its lines. */
export function EditorDiscounts({ editor, settings }: { editor: InvoiceEditor; settings: Settings }) {
  const { values, errors, changeDiscount } = editor
  const inUse = values.discounts.map(({ tax }) => tax)
  const rates = [{ value: '', label: 'Split over all rates' }, ...taxOptions(settings, inUse)]
  return (
    <Stack gap="xs" align="flex-start">
      {values.discounts.map(({ key, reason, discount, tax }, at) => (
        <div key={key} className={classes.discount}>
          <TextInput
            aria-label={`Reason, discount ${at + 1}`}
            placeholder="What the discount is for"
            dir="auto"
            maxLength={200}
            autoFocus={reason === ''}
            value={reason}
            onChange={(event) => changeDiscount(key, { reason: event.currentTarget.value })}
            error={errors[`${key}.reason`]}
          />
          <DiscountField
            aria-label={`Discount ${at + 1}`}
            value={discount}
            onChange={(discount) => changeDiscount(key, { discount })}
            error={errors[`${key}.discount`]}
            currency={values.currency}
          />
          <NativeSelect
            aria-label={`Tax, discount ${at + 1}`}
            data={rates}
            value={tax}
            onChange={(event) => changeDiscount(key, { tax: event.currentTarget.value })}
            error={errors[`${key}.tax`]}
          />
          <RemoveRow
            label={`Remove discount ${at + 1}`}
            onClick={() => editor.removeDiscount(key)}
            size="md"
            mt={4}
          />
        </div>
      ))}
      <AddRow disabled={values.discounts.length >= most} onClick={editor.addDiscount}>
        Add invoice discount
      </AddRow>
    </Stack>
  )
}

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

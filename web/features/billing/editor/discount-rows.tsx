import { NativeSelect, TextInput } from '@mantine/core'
import type { Settings } from '#contract'
import { RemoveRow } from '../../../components/form-rows.tsx'
import { taxOptions } from '../taxes.ts'
import { DiscountField } from './discount-field.tsx'
import classes from './discounts.module.css'
import type { InvoiceEditor } from './use-invoice-editor.ts'

/** The discounts on the whole invoice. */
export default function DiscountRows({ editor, settings }: { editor: InvoiceEditor; settings: Settings }) {
  const { values, errors, changeDiscount } = editor
  const inUse = values.discounts.map(({ tax }) => tax)
  const rates = [{ value: '', label: 'Split over all rates' }, ...taxOptions(settings, inUse)]
  return (
    <>
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
    </>
  )
}

import { ActionIcon, Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { Settings } from '#contract'
import { DiscountField } from './discount-field.tsx'
import classes from './editor-discounts.module.css'
import { taxOptions } from './tax-words.ts'
import type { InvoiceEditor } from './use-invoice-editor.ts'

const most = 20

/** Discounts on the whole invoice, beside those of its lines. */
export function EditorDiscounts({ editor, settings }: { editor: InvoiceEditor; settings: Settings }) {
  const { values, errors, changeDiscount } = editor
  const inUse = values.discounts.map(({ tax }) => tax)
  const rates = [{ value: '', label: 'Shared over all rates' }, ...taxOptions(settings, inUse)]
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
          />
          <NativeSelect
            aria-label={`Tax, discount ${at + 1}`}
            data={rates}
            value={tax}
            onChange={(event) => changeDiscount(key, { tax: event.currentTarget.value })}
            error={errors[`${key}.tax`]}
          />
          <ActionIcon
            aria-label={`Remove discount ${at + 1}`}
            onClick={() => editor.removeDiscount(key)}
            mt={4}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={values.discounts.length >= most}
        onClick={editor.addDiscount}
      >
        Add a discount on the whole
      </Button>
    </Stack>
  )
}

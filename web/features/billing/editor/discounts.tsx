import { Stack } from '@mantine/core'
import { Suspense } from 'react'
import type { Settings } from '#contract'
import { AddRow } from '../../../components/form-rows.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import type { InvoiceEditor } from './use-invoice-editor.ts'

const most = 20

/** Few invoices have one. */
const DiscountRows = lazyPart(() => import('./discount-rows.tsx'))

/** Discounts on the whole invoice, in addition to those of its lines. */
export function EditorDiscounts({ editor, settings }: { editor: InvoiceEditor; settings: Settings }) {
  const { values } = editor
  return (
    <Stack gap="xs" align="flex-start">
      {values.discounts.length > 0 && (
        <Suspense>
          <DiscountRows editor={editor} settings={settings} />
        </Suspense>
      )}
      <AddRow disabled={values.discounts.length >= most} onClick={editor.addDiscount}>
        Add invoice discount
      </AddRow>
    </Stack>
  )
}

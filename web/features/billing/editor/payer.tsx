import { Checkbox } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import type { InvoiceEditor } from './use-invoice-editor.ts'

// Most invoices are billed to the patient.
const PayerFields = lazyPart(() => import('./payer-fields.tsx'))

/** The payer, if someone other than the patient is billed. */
export function EditorPayer({ editor }: { editor: InvoiceEditor }) {
  const { hasPayer } = editor.values
  return (
    <>
      <Checkbox
        label="Bill someone else"
        description="Such as an insurer, employer or relative."
        checked={hasPayer}
        onChange={(event) => editor.change({ hasPayer: event.currentTarget.checked })}
      />
      {hasPayer && (
        <Suspense>
          <PayerFields editor={editor} />
        </Suspense>
      )}
    </>
  )
}

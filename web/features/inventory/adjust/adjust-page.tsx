import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { adjustStock, Output } from '#contract'
import { PageHeader } from '../../../components/page.tsx'
import { DocumentSummary } from '../document-form/document-summary.tsx'
import { AdjustForm } from './adjust-form.tsx'

export default function AdjustPage() {
  const [adjusted, setAdjusted] = useState<Output<typeof adjustStock>>()
  const { mode } = useSearch({ strict: false }) as { mode?: string }
  return (
    <>
      <PageHeader
        title="Adjust stock"
        back={{ to: '/inventory', label: 'Inventory' }}
        description="Record a count, or a change other than a delivery or invoice. The ledger keeps the reason."
      />
      {adjusted ? (
        <DocumentSummary
          title={adjusted.movements.length > 0 ? 'Adjusted' : 'No difference'}
          text={
            adjusted.movements.length > 0
              ? 'Recorded in the ledger with its reason.'
              : 'The count matches the stock on hand, so nothing moved.'
          }
          documentId={adjusted.adjustmentId}
          levels={adjusted.levels}
          again="Adjust more items"
          onAgain={() => setAdjusted(undefined)}
        />
      ) : (
        <AdjustForm key={mode} mode={mode === 'count' ? 'count' : 'delta'} onDone={setAdjusted} />
      )}
    </>
  )
}

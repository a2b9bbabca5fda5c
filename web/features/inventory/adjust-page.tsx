import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { adjustStock, Output } from '#contract'
import { PageHeader } from '../../components/page-header.tsx'
import { AdjustForm } from './adjust-form.tsx'
import { DocumentSummary } from './document-summary.tsx'

export function AdjustPage() {
  const [adjusted, setAdjusted] = useState<Output<typeof adjustStock>>()
  const { mode } = useSearch({ strict: false }) as { mode?: string }
  return (
    <>
      <PageHeader
        title="Adjust stock"
        back={{ to: '/inventory', label: 'Inventory' }}
        description="Say what was counted, or what came and went other than by a delivery or an invoice. The ledger keeps the reason."
      />
      {adjusted ? (
        <DocumentSummary
          title={adjusted.movements.length > 0 ? 'Adjusted' : 'Nothing differed'}
          text={
            adjusted.movements.length > 0
              ? 'The ledger has it, with its reason.'
              : 'What was counted is what was there, so nothing moved.'
          }
          isRepeat={false}
          documentId={adjusted.adjustmentId}
          levels={adjusted.levels}
          again="Adjust more"
          onAgain={() => setAdjusted(undefined)}
        />
      ) : (
        <AdjustForm key={mode} mode={mode === 'count' ? 'count' : 'delta'} onDone={setAdjusted} />
      )}
    </>
  )
}

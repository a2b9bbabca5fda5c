import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { adjustStock, Output } from '#contract'
import { PageHeader } from '../../../components/page.tsx'
import { DocumentSummary } from '../document-form/document-summary.tsx'
import { WithItem } from '../document-form/with-item.tsx'
import { AdjustForm } from './adjust-form.tsx'

const route = getRouteApi('/shell/inventory/adjust')

/** `?itemId=` and `?lot=` fill in the first line, and `?mode=count` counts. */
export default function AdjustPage() {
  const [adjusted, setAdjusted] = useState<Output<typeof adjustStock>>()
  const { mode, itemId, lot = '' } = route.useSearch()
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
        <WithItem itemId={itemId}>
          {(item) => (
            <AdjustForm
              key={`${mode} ${itemId} ${lot}`}
              mode={mode === 'count' ? 'count' : 'delta'}
              first={item && { item, lot }}
              onDone={setAdjusted}
            />
          )}
        </WithItem>
      )}
    </>
  )
}

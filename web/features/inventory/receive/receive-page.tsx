import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Output, receiveStock } from '#contract'
import { PageHeader } from '../../../components/page.tsx'
import { DocumentSummary } from '../document-form/document-summary.tsx'
import { WithItem } from '../document-form/with-item.tsx'
import { ReceiveForm } from './receive-form.tsx'

interface Received {
  receipt: Output<typeof receiveStock>
  isRepeat: boolean
  note: string
}

const route = getRouteApi('/shell/inventory/receive')

/** `?itemId=` fills in the first line. */
export default function ReceivePage() {
  const { itemId } = route.useSearch()
  const [received, setReceived] = useState<Received>()
  return (
    <>
      <PageHeader
        title="Receive stock"
        back={{ to: '/inventory', label: 'Inventory' }}
        description="Fill it in from the delivery note, top to bottom. Type or scan each item. A delivery note is counted only once, however often you submit it."
      />
      {received ? (
        <DocumentSummary
          title={received.isRepeat ? 'Delivery note already received' : 'Received'}
          text={
            received.isRepeat
              ? `Delivery note ${received.note} was received before with the same lines. Nothing was added to stock.`
              : `Delivery note ${received.note} was added to stock.`
          }
          isRepeat={received.isRepeat}
          documentId={received.receipt.receiptId}
          levels={received.receipt.levels}
          again="Receive another delivery"
          onAgain={() => setReceived(undefined)}
        />
      ) : (
        <WithItem itemId={itemId}>
          {(item) => (
            <ReceiveForm
              key={itemId}
              item={item}
              onDone={(receipt, status, note) => setReceived({ receipt, isRepeat: status === 200, note })}
            />
          )}
        </WithItem>
      )}
    </>
  )
}

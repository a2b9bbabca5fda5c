import { useState } from 'react'
import type { Output, receiveStock } from '#contract'
import { PageHeader } from '../../components/page-header.tsx'
import { DocumentSummary } from './document-summary.tsx'
import { ReceiveForm } from './receive-form.tsx'

interface Received {
  receipt: Output<typeof receiveStock>
  isRepeat: boolean
  note: string
}

export function ReceivePage() {
  const [received, setReceived] = useState<Received>()
  return (
    <>
      <PageHeader
        title="Receive stock"
        back={{ to: '/inventory', label: 'Inventory' }}
        description="Fill it in from the delivery note, top to bottom. Type or scan each item; the same note counts once, however often it is sent."
      />
      {received ? (
        <DocumentSummary
          title={received.isRepeat ? 'This note was received before' : 'Received'}
          text={
            received.isRepeat
              ? `Delivery note ${received.note} was received already, with the same lines. Nothing was added to stock again.`
              : `Delivery note ${received.note} is in stock.`
          }
          isRepeat={received.isRepeat}
          documentId={received.receipt.receiptId}
          levels={received.receipt.levels}
          again="Receive another"
          onAgain={() => setReceived(undefined)}
        />
      ) : (
        <ReceiveForm
          onDone={(receipt, status, note) => setReceived({ receipt, isRepeat: status === 200, note })}
        />
      )}
    </>
  )
}

import { useState } from 'react'
import type { Output, transferStock } from '#contract'
import { PageHeader } from '../../../components/page.tsx'
import { DocumentSummary } from '../document-form/document-summary.tsx'
import { TransferForm } from './transfer-form.tsx'

export default function TransferPage() {
  const [transferred, setTransferred] = useState<Output<typeof transferStock>>()
  return (
    <>
      <PageHeader
        title="Transfer stock"
        back={{ to: '/inventory', label: 'Inventory' }}
        description="Move stock from one location to another. Either all lines are moved or none."
      />
      {transferred ? (
        <DocumentSummary
          title="Transferred"
          text="Recorded in the ledger. Reverse the document to move the stock back."
          documentId={transferred.transferId}
          levels={transferred.levels}
          again="Transfer more items"
          onAgain={() => setTransferred(undefined)}
        />
      ) : (
        <TransferForm onDone={setTransferred} />
      )}
    </>
  )
}

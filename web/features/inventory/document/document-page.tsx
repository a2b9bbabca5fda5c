import { Button, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { getInvoice, listMovements, type Movement, reverseMovements } from '#contract'
import { useCall } from '../../../api.ts'
import { Copyable } from '../../../components/copy.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Facts } from '../../../components/facts.tsx'
import { Loaded, PageHeader } from '../../../components/page.tsx'
import { RecordLink } from '../../../components/record-link.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { useInfiniteList, useList } from '../../../list.ts'
import { useMay } from '../../../session.ts'
import { movementColumns, reversedIn } from '../movement-columns.tsx'
import { isAdjustment, reasonName } from '../reasons.ts'
import { useReverse } from './use-reverse.tsx'

const route = getRouteApi('/shell/inventory/documents/$documentId')

/** The movements of one receipt, adjustment, transfer, invoice, credit note or reversal. */
export default function DocumentPage() {
  const { documentId } = route.useParams()
  const call = useCall(listMovements, { documentId, limit: 1 })
  return (
    <Loaded call={call} heading="Stock document" what="The document could not be loaded">
      {({ data: [first] }) => (first ? <Document key={documentId} first={first} /> : <DocumentNotFound />)}
    </Loaded>
  )
}

function Document({ first }: { first: Movement }) {
  const { documentId, reason } = first
  const may = useMay()
  const list = useList(listMovements, { documentId })
  const movements = list.rows ?? []
  const counterpart = useCounterpart(first)
  const reversal = first.reverses === null && counterpart
  const reverse = useReverse(documentId, movements)
  const isReversible =
    (reason === 'received' || reason === 'transferred' || isAdjustment(reason)) &&
    !first.reverses &&
    !first.invoiceId &&
    counterpart === null

  return (
    <>
      <PageHeader
        title={titleOf(first)}
        back={{ to: '/inventory', label: 'Inventory' }}
        badge={reversal && <StateBadge kind="quiet" icon={IconHistory} text="Reversed" />}
        action={may(reverseMovements) && isReversible && <Button onClick={reverse}>Reverse…</Button>}
      />
      <Facts
        facts={[
          { name: 'Recorded by', value: <bdi>{first.recordedBy.name}</bdi> },
          { name: 'When', value: <RelativeTime at={first.occurredAt} /> },
          { name: 'Document id', value: <Copyable text={documentId} label="Copy document id" /> },
        ]}
      />
      {first.invoiceId && may(getInvoice) && <Invoice invoiceId={first.invoiceId} documentId={documentId} />}
      {counterpart && (
        <Text my="md">
          <RecordLink
            to="document"
            id={counterpart.documentId}
            name={reversal ? 'Reversal of this document' : 'Reversed document'}
          />
        </Text>
      )}
      <DataTable
        label="Movements of the document"
        list={list}
        columns={movementColumns({ reversed: reversedIn(movements), of: 'document' })}
        empty={{ title: 'Nothing moved', text: 'The count matches the stock on hand.' }}
      />
    </>
  )
}

interface InvoiceProps {
  invoiceId: string
  /** The document, which may be a credit note. */
  documentId: string
}

/** Links to the invoice that took the stock, its patient, and the credit note that put it back. */
function Invoice({ invoiceId, documentId }: InvoiceProps) {
  const { data: invoice } = useCall(getInvoice, { invoiceId })
  if (!invoice) return null
  const creditNote = invoice.creditNotes.find(({ id }) => id === documentId)
  return (
    <Text my="md">
      {creditNote && (
        <>
          Credit note <RecordLink to="creditNote" id={creditNote.id} name={creditNote.number} /> on invoice{' '}
        </>
      )}
      {!creditNote && 'Invoice '}
      <RecordLink to="invoice" id={invoiceId} name={invoice.number} /> for{' '}
      <RecordLink to="patient" id={invoice.patientId} name={invoice.billTo.patientName || 'one patient'} />
    </Text>
  )
}

const titleOf = ({ reason, invoiceId }: Movement) => {
  if (invoiceId && reason !== 'sold') return 'Returned to stock'
  if (reason === 'received') return 'Receipt'
  if (reason === 'reversed') return 'Reversal'
  if (reason === 'sold') return 'Invoiced'
  if (reason === 'transferred') return 'Transfer'
  return isAdjustment(reason) ? `Adjustment: ${reasonName(reason).toLowerCase()}` : reasonName(reason)
}

function DocumentNotFound() {
  return (
    <>
      <PageHeader title="Stock document" back={{ to: '/inventory', label: 'Inventory' }} />
      <EmptyState
        title="Document not found"
        text="The address may be wrong. A count that matched the stock on hand has no document either."
      />
    </>
  )
}

/**
 * Returns the movement that reverses this one or that this one reverses; null if there is none, undefined until it is
 * known. Searches the movements of the same stock from the newest, because a reversal is newer than what it reverses.
 */
function useCounterpart({ id, itemId, lot, reverses }: Movement): Movement | null | undefined {
  const of = { itemId, ...(lot !== null && { lot }), limit: 200 }
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteList(listMovements, of)
  const movements = (data?.pages.flatMap((page) => page.data) ?? []) as Movement[]
  const counterpart = movements.find((other) => other.reverses === id || other.id === reverses)
  const isOver =
    data !== undefined && (!hasNextPage || (!reverses && movements.some((other) => other.id === id)))

  const goesOn = !counterpart && !isOver && !isFetching && !isError
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])

  return counterpart ?? (isOver ? null : undefined)
}

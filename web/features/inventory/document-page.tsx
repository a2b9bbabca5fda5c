import { Anchor, Button, Text } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { listMovements, type Movement, reverseMovements } from '#contract'
import { useCall } from '../../api.ts'
import { Copyable } from '../../components/copyable.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Facts } from '../../components/facts.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { useList } from '../../list.ts'
import { useMay } from '../../session.ts'
import { movementColumns, reversedIn } from './movement-columns.tsx'
import { isAdjustment, reasonName } from './movement-names.ts'
import { useCounterpart } from './use-counterpart.ts'
import { useReverse } from './use-reverse.tsx'

const route = getRouteApi('/shell/inventory/documents/$documentId')

/** What one receipt, adjustment, invoice, credit note or reversal has moved. */
export function DocumentPage() {
  const { documentId } = route.useParams()
  const call = useCall(listMovements, { documentId, limit: 1 })
  return (
    <Loaded call={call} heading="Stock document" what="The document could not be loaded">
      {({ data: [first] }) => (first ? <Document key={documentId} first={first} /> : <NoSuchDocument />)}
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
    (reason === 'received' || isAdjustment(reason)) && !first.reverses && counterpart === null

  return (
    <>
      <PageHeader
        title={titleOf(first)}
        back={{ to: '/inventory', label: 'Inventory' }}
        badge={reversal && <StateBadge kind="quiet">Taken back</StateBadge>}
        action={
          may(reverseMovements) &&
          isReversible && (
            <Button variant="default" onClick={reverse}>
              Take it back…
            </Button>
          )
        }
      />
      <Facts
        facts={[
          { name: 'Recorded by', value: <bdi>{first.recordedBy.name}</bdi> },
          { name: 'When', value: <RelativeTime at={first.occurredAt} /> },
          { name: 'Document id', value: <Copyable text={documentId} label="Copy the document id" /> },
        ]}
      />
      {reason === 'sold' && (
        <Text my="md">
          <Anchor
            inherit
            renderRoot={(props) => (
              <Link {...props} to="/billing/$invoiceId" params={{ invoiceId: documentId }} />
            )}
          >
            Open the invoice
          </Anchor>
        </Text>
      )}
      {counterpart && (
        <Other documentId={counterpart.documentId}>
          {reversal ? 'What took it back' : 'What it takes back'}
        </Other>
      )}
      <DataTable
        label="Movements of the document"
        list={list}
        columns={movementColumns({ reversed: reversedIn(movements), of: 'document' })}
        empty={{ title: 'Nothing moved', text: 'What was counted is what was there.' }}
      />
    </>
  )
}

function Other({ documentId, children }: { documentId: string; children: string }) {
  return (
    <Text my="md">
      <Anchor
        inherit
        renderRoot={(props) => (
          <Link {...props} to="/inventory/documents/$documentId" params={{ documentId }} />
        )}
      >
        {children}
      </Anchor>
    </Text>
  )
}

const titleOf = ({ reason }: Movement) => {
  if (reason === 'received') return 'Receipt'
  if (reason === 'reversed') return 'Reversal'
  if (reason === 'sold') return 'Invoiced'
  return isAdjustment(reason) ? `Adjustment: ${reasonName(reason).toLowerCase()}` : reasonName(reason)
}

function NoSuchDocument() {
  return (
    <>
      <PageHeader title="Stock document" back={{ to: '/inventory', label: 'Inventory' }} />
      <EmptyState
        title="Nothing has moved under this id"
        text="A count that found what was expected moves nothing. Otherwise the address may be wrong."
      />
    </>
  )
}

import { Group } from '@mantine/core'
import type { Movement } from '#contract'
import { formatQuantity } from '../../components/amounts.ts'
import type { Column } from '../../components/data-table.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { RowLink } from '../../components/row-link.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { Absent } from './absent.tsx'
import { placeName, reasonName } from './movement-names.ts'

interface MovementColumns {
  /** The movements that another one, which is among those shown, has taken back. */
  reversed: ReadonlySet<string>
  /** Whether the table is one document, of many items, or one item, from many documents. */
  of: 'document' | 'item'
}

/** What moved, from where to where, who recorded it and when. */
export function movementColumns({ reversed, of }: MovementColumns): Column<Movement>[] {
  const what: Column<Movement> = {
    heading: 'What',
    cell: ({ id, documentId, reason, reverses }) => (
      <Group gap={6}>
        <RowLink to="/inventory/documents/$documentId" params={{ documentId }}>
          {reasonName(reason)}
        </RowLink>
        {reversed.has(id) && <StateBadge kind="quiet">Taken back</StateBadge>}
        {reverses && reason !== 'reversed' && <StateBadge kind="quiet">Takes one back</StateBadge>}
      </Group>
    ),
  }
  const item: Column<Movement> = {
    heading: 'Item',
    cell: ({ itemId, sku }) => (
      <RowLink to="/inventory/items/$itemId" params={{ itemId }}>
        <bdi>{sku}</bdi>
      </RowLink>
    ),
  }
  return [
    of === 'item' ? what : item,
    {
      heading: 'Lot',
      width: '9rem',
      cell: ({ lot }) => (lot === null ? <Absent /> : <bdi>{lot}</bdi>),
    },
    {
      heading: 'From and to',
      width: '16rem',
      cell: ({ from, to }) => (
        <>
          <bdi>{placeName(from)}</bdi> → <bdi>{placeName(to)}</bdi>
        </>
      ),
    },
    {
      heading: 'Quantity',
      align: 'right',
      width: '7rem',
      cell: ({ quantity, to }) => `${to.kind === 'stock' ? '+' : '−'}${formatQuantity(quantity)}`,
    },
    ...(of === 'item' ? whoAndWhen : []),
  ]
}

const whoAndWhen: Column<Movement>[] = [
  { heading: 'By', width: '10rem', cell: ({ recordedBy }) => <bdi>{recordedBy.name}</bdi> },
  { heading: 'When', width: '9rem', cell: ({ occurredAt }) => <RelativeTime at={occurredAt} /> },
]

/** The movements that others among them have taken back. */
export const reversedIn = (movements: readonly Movement[]): Set<string> =>
  new Set(movements.flatMap(({ reverses }) => reverses ?? []))

import { Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { Location, Movement } from '#contract'
import { Absent } from '../../components/absent.tsx'
import { formatQuantity } from '../../components/amounts.ts'
import type { Column } from '../../components/data-table.tsx'
import { RowLink } from '../../components/data-table.tsx'
import { TextLink } from '../../components/links.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { placeName, reasonName } from './reasons.ts'

type LocationKind = Location['kind']

interface MovementColumns {
  /** The ids of movements that another movement in the table reverses. */
  reversed: ReadonlySet<string>
  /** Whether the table shows one document with many items, one item in many documents, or all of both. */
  of: 'document' | 'item' | 'all'
}

/** What moved, from where to where, and unless it is one document also who recorded it and when. */
export function movementColumns({ reversed, of }: MovementColumns): Column<Movement>[] {
  const what: Column<Movement> = {
    heading: 'Reason',
    cell: ({ id, documentId, reason, reverses }) => (
      <Group gap={6}>
        <RowLink to="/inventory/documents/$documentId" params={{ documentId }}>
          {reasonName(reason)}
        </RowLink>
        {reversed.has(id) && (
          <StateBadge kind="quiet" icon={IconHistory}>
            Reversed
          </StateBadge>
        )}
        {reverses && reason !== 'reversed' && (
          <StateBadge kind="quiet" icon={IconHistory}>
            Reversal
          </StateBadge>
        )}
      </Group>
    ),
  }
  // Only one link of a row is that of the whole row.
  const ItemLink = of === 'all' ? TextLink : RowLink
  const item: Column<Movement> = {
    heading: 'Item',
    ...(of === 'all' && { width: '9rem' }),
    cell: ({ itemId, sku }) => (
      <ItemLink to="/inventory/items/$itemId" params={{ itemId }}>
        <bdi>{sku}</bdi>
      </ItemLink>
    ),
  }
  return [
    ...(of === 'document' ? [] : [what]),
    ...(of === 'item' ? [] : [item]),
    {
      heading: 'Lot',
      width: '9rem',
      cell: ({ lot }) => (lot === null ? <Absent /> : <bdi>{lot}</bdi>),
    },
    {
      heading: 'From and to',
      drop: 2,
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
      cell: ({ quantity, from, to }) => signOf(from.kind, to.kind) + formatQuantity(quantity),
    },
    ...(of === 'document' ? [] : whoAndWhen),
  ]
}

/** A transfer neither adds stock nor removes it. */
const signOf = (from: LocationKind, to: LocationKind): string =>
  to !== 'stock' ? '−' : from !== 'stock' ? '+' : ''

const whoAndWhen: Column<Movement>[] = [
  { heading: 'Recorded by', drop: 1, width: '10rem', cell: ({ recordedBy }) => <bdi>{recordedBy.name}</bdi> },
  { heading: 'When', width: '9rem', cell: ({ occurredAt }) => <RelativeTime at={occurredAt} /> },
]

/** Returns the ids of movements that others among them reverse. */
export const reversedIn = (movements: readonly Movement[]): Set<string> =>
  new Set(movements.flatMap(({ reverses }) => reverses ?? []))

import { Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { Location, Movement } from '#contract'
import { formatQuantity } from '../../components/amounts.ts'
import { type Column, column, nameColumn, numberColumn, timeColumn } from '../../components/columns.tsx'
import { RecordLink } from '../../components/record-link.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { LotLink } from './level-columns.tsx'
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
  const what: Column<Movement> = column('Reason', {}, ({ id, documentId, reason, reverses }) => (
    <Group gap={6}>
      <RecordLink row to="document" id={documentId} name={reasonName(reason)} />
      {reversed.has(id) && <StateBadge kind="quiet" icon={IconHistory} text="Reversed" />}
      {reverses && reason !== 'reversed' && <StateBadge kind="quiet" icon={IconHistory} text="Reversal" />}
    </Group>
  ))
  // Only one link of a row is that of the whole row.
  const item: Column<Movement> = column(
    'Item',
    { ...(of === 'all' && { width: '9rem' }) },
    ({ itemId, sku }) => <RecordLink row={of !== 'all'} to="item" id={itemId} name={sku} />,
  )
  return [
    ...(of === 'document' ? [] : [what]),
    ...(of === 'item' ? [] : [item]),
    column('Lot', { width: '9rem' }, (movement) => <LotLink {...movement} />),
    column('From and to', { drop: 2, width: '16rem' }, ({ from, to }) => (
      <>
        <bdi>{placeName(from)}</bdi> → <bdi>{placeName(to)}</bdi>
      </>
    )),
    numberColumn(
      'Quantity',
      { width: '7rem' },
      ({ quantity, from, to }) => signOf(from.kind, to.kind) + formatQuantity(quantity),
    ),
    ...(of === 'document' ? [] : whoAndWhen),
  ]
}

/** A transfer neither adds stock nor removes it. */
const signOf = (from: LocationKind, to: LocationKind): string =>
  to !== 'stock' ? '−' : from !== 'stock' ? '+' : ''

const whoAndWhen: Column<Movement>[] = [
  nameColumn('Recorded by', { drop: 1, width: '10rem' }, ({ recordedBy }) => recordedBy.name),
  timeColumn('When', {}, ({ occurredAt }) => occurredAt),
]

/** Returns the ids of movements that others among them reverse. */
export const reversedIn = (movements: readonly Movement[]): Set<string> =>
  new Set(movements.flatMap(({ reverses }) => reverses ?? []))

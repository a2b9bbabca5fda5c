import { Group, Text } from '@mantine/core'
import type { Level } from '#contract'
import type { Column } from '../../components/data-table.tsx'
import { calendarDate } from '../../components/format.ts'
import { RowLink } from '../../components/row-link.tsx'
import { Absent } from './absent.tsx'
import { LevelStates } from './level-states.tsx'
import { Quantity } from './quantity.tsx'

export type LevelRow = Level & { id: string }

/** A level is known by its item, lot and location. */
export const levelRows = (levels: readonly Level[]): LevelRow[] =>
  levels.map((level) => ({ ...level, id: `${level.itemId} ${level.locationId} ${level.lot ?? ''}` }))

const itemColumn: Column<LevelRow> = {
  heading: 'Item',
  cell: ({ itemId, sku, name }) => (
    <>
      <RowLink to="/inventory/items/$itemId" params={{ itemId }}>
        <bdi>{sku}</bdi>
      </RowLink>
      <Text size="xs" c="dimmed" lineClamp={2}>
        <bdi>{name}</bdi>
      </Text>
    </>
  ),
}

/** What is on hand, by lot and location; `of` one item it need not be named. */
export const levelColumns = (today: string, of: 'items' | 'one item' = 'items'): Column<LevelRow>[] => {
  const lot: Column<LevelRow> = {
    heading: 'Lot',
    width: '10rem',
    cell: ({ lot }) => (lot === null ? <Absent /> : <bdi>{lot}</bdi>),
  }
  return [
    ...(of === 'items' ? [itemColumn] : []),
    lot,
    {
      heading: 'Expires',
      width: '8rem',
      cell: ({ expiresOn }) => (expiresOn === null ? <Absent /> : calendarDate(expiresOn)),
    },
    { heading: 'Location', width: '10rem', cell: ({ locationName }) => <bdi>{locationName}</bdi> },
    {
      heading: 'On hand',
      align: 'right',
      width: '8rem',
      cell: ({ onHand, unit }) => <Quantity of={onHand} unit={unit} />,
    },
    {
      heading: 'State',
      hideHeading: true,
      width: of === 'items' ? '15rem' : '12rem',
      cell: (level) => (
        <Group gap={6}>
          <LevelStates level={level} today={today} saysLow={of === 'items'} />
        </Group>
      ),
    },
  ]
}

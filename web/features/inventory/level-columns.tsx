import { Group } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import type { Level } from '#contract'
import { Absent } from '../../components/absent.tsx'
import { formatQuantity, isLess } from '../../components/amounts.ts'
import { Caption } from '../../components/caption.tsx'
import type { Column } from '../../components/data-table.tsx'
import { RowLink } from '../../components/data-table.tsx'
import { calendarDate, daysBetween, formatCount } from '../../components/format.ts'
import { TextLink } from '../../components/links.tsx'
import { StateBadge } from '../../components/state-badge.tsx'

export type LevelRow = Level & { id: string }

/** Gives each level an id of its item, lot and location. */
export const levelRows = (levels: readonly Level[]): LevelRow[] =>
  levels.map((level) => ({ ...level, id: `${level.itemId} ${level.locationId} ${level.lot ?? ''}` }))

const itemColumn: Column<LevelRow> = {
  heading: 'Item',
  cell: ({ itemId, sku, name }) => (
    <>
      <RowLink to="/inventory/items/$itemId" params={{ itemId }}>
        <bdi>{sku}</bdi>
      </RowLink>
      <Caption lineClamp={2}>
        <bdi>{name}</bdi>
      </Caption>
    </>
  ),
}

/** The columns of levels by lot and location; without the item if all are `of` one item. */
export const levelColumns = (today: string, of: 'items' | 'one item' = 'items'): Column<LevelRow>[] => {
  return [
    ...(of === 'items' ? [itemColumn] : []),
    { heading: 'Lot', width: '10rem', cell: (level) => <LotLink {...level} /> },
    {
      heading: 'Expires',
      drop: 2,
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
          <LevelStates level={level} today={today} showsLow={of === 'items'} />
        </Group>
      ),
    },
  ]
}

const soonDays = 30
const laterDays = 90

interface LevelStatesProps {
  level: Level
  today: string
  /** Off if the page shows it for the whole item. */
  showsLow: boolean
}

/** Whether the lot is in quarantine, has expired or soon will, and whether its item is below the reorder level. */
function LevelStates({ level, today, showsLow }: LevelStatesProps) {
  const { itemUsable, reorderLevel } = level
  return (
    <>
      <LotStates {...level} today={today} />
      {showsLow && reorderLevel !== null && isLess(itemUsable, reorderLevel) && (
        <StateBadge kind="warning">Low: reorder at {formatQuantity(reorderLevel)}</StateBadge>
      )}
    </>
  )
}

/** Whether a lot is in quarantine, has expired or soon will. */
export function LotStates({
  expiresOn,
  isQuarantined,
  today,
}: Pick<Level, 'expiresOn' | 'isQuarantined'> & { today: string }) {
  return (
    <>
      {isQuarantined && <StateBadge kind="bad">Quarantined</StateBadge>}
      {expiresOn && <Expiry days={daysBetween(today, expiresOn)} />}
    </>
  )
}

/** The name of a lot as a link to it; a dash if there is none. */
export function LotLink({ lotId, lot }: Pick<Level, 'lotId' | 'lot'>) {
  if (lotId === null) return <Absent />
  return (
    <TextLink to="/inventory/lots/$lotId" params={{ lotId }}>
      <bdi>{lot}</bdi>
    </TextLink>
  )
}

function Expiry({ days }: { days: number }) {
  if (days < 0) return <StateBadge kind="bad">Expired</StateBadge>
  if (days > laterDays) return null
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${formatCount(days)} days`
  return (
    <StateBadge kind={days <= soonDays ? 'warning' : 'quiet'} icon={IconHourglass}>
      Expires {when}
    </StateBadge>
  )
}

/** A quantity with its unit. */
export function Quantity({ of, unit }: { of: string; unit: string }) {
  return (
    <span>
      {formatQuantity(of)}{' '}
      <Caption span>
        <bdi>{unit}</bdi>
      </Caption>
    </span>
  )
}

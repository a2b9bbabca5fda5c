import { Group } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import type { Level } from '#contract'
import { Absent } from '../../components/absent.tsx'
import { formatQuantity, isLess } from '../../components/amounts.ts'
import { Caption } from '../../components/caption.tsx'
import { type Column, column, dateColumn, nameColumn, numberColumn } from '../../components/columns.tsx'
import { daysBetween, formatCount } from '../../components/format.ts'
import { RecordLink } from '../../components/record-link.tsx'
import { StateBadge } from '../../components/state-badge.tsx'

/** Returns an id of a level's item, lot and location. */
export const levelId = ({ itemId, locationId, lot }: Level) => `${itemId} ${locationId} ${lot ?? ''}`

export const itemColumn: Column<Pick<Level, 'itemId' | 'sku' | 'name'>> = column(
  'Item',
  {},
  ({ itemId, sku, name }) => (
    <>
      <RecordLink row to="item" id={itemId} name={sku} />
      <Caption lineClamp={2}>
        <bdi>{name}</bdi>
      </Caption>
    </>
  ),
)

/** The columns of levels by lot and location; without the item if all are `of` one item. */
export const levelColumns = (today: string, of: 'items' | 'one item' = 'items'): Column<Level>[] => {
  return [
    ...(of === 'items' ? [itemColumn] : []),
    column('Lot', { width: '10rem' }, (level) => <LotLink {...level} />),
    dateColumn('Expires', { drop: 2, width: '8rem' }, ({ expiresOn }) => expiresOn),
    nameColumn('Location', { width: '10rem' }, ({ locationName }) => locationName),
    numberColumn('On hand', { width: '8rem' }, ({ onHand, unit }) => <Quantity of={onHand} unit={unit} />),
    column('State', { hideHeading: true, width: of === 'items' ? '15rem' : '12rem' }, (level) => (
      <Group gap={6}>
        <LevelStates level={level} today={today} showsLow={of === 'items'} />
      </Group>
    )),
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
        <StateBadge kind="warning" text={`Low: reorder at ${formatQuantity(reorderLevel)}`} />
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
      {isQuarantined && <StateBadge kind="bad" text="Quarantined" />}
      {expiresOn && <Expiry days={daysBetween(today, expiresOn)} />}
    </>
  )
}

/** The name of a lot as a link to it; a dash if there is none. */
export function LotLink({ lotId, lot }: Pick<Level, 'lotId' | 'lot'>) {
  if (lotId === null) return <Absent />
  return <RecordLink to="lot" id={lotId} name={lot} />
}

function Expiry({ days }: { days: number }) {
  if (days < 0) return <StateBadge kind="bad" text="Expired" />
  if (days > laterDays) return null
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${formatCount(days)} days`
  return (
    <StateBadge kind={days <= soonDays ? 'warning' : 'quiet'} icon={IconHourglass} text={`Expires ${when}`} />
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

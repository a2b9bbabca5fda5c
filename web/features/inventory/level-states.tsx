import type { Level } from '#contract'
import { formatQuantity } from '../../components/amounts.ts'
import { daysBetween } from '../../components/days.ts'
import { isLess } from '../../components/decimals.ts'
import { formatCount } from '../../components/format.ts'
import { StateBadge } from '../../components/state-badge.tsx'

const soonDays = 30
const laterDays = 90

interface LevelStatesProps {
  level: Level
  today: string
  /** Off where the page has said so of the whole item. */
  saysLow: boolean
}

/** Whether a lot has expired or soon will, and whether too little is left of its item. */
export function LevelStates({ level, today, saysLow }: LevelStatesProps) {
  const { expiresOn, itemOnHand, reorderLevel } = level
  return (
    <>
      {expiresOn && <Expiry days={daysBetween(today, expiresOn)} />}
      {saysLow && reorderLevel !== null && isLess(itemOnHand, reorderLevel) && (
        <StateBadge kind="warning">Low: reorder at {formatQuantity(reorderLevel)}</StateBadge>
      )}
    </>
  )
}

function Expiry({ days }: { days: number }) {
  if (days < 0) return <StateBadge kind="bad">Expired</StateBadge>
  if (days > laterDays) return null
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${formatCount(days)} days`
  return <StateBadge kind={days <= soonDays ? 'warning' : 'quiet'}>Expires {when}</StateBadge>
}

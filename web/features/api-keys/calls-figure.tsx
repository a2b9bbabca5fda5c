import { Caption } from '../../components/caption.tsx'
import { calendarDate, dayAfter, formatCount, plural } from '../../components/format.ts'
import { Sparkline } from '../../components/sparkline.tsx'

/** The calls of the last days, today last, as bars with their sum. */
export function CallsFigure({ calls }: { calls: readonly number[] }) {
  const sum = calls.reduce((sum, count) => sum + count, 0)
  if (sum === 0) return <Caption>No calls</Caption>
  const most = Math.max(...calls)
  return (
    <>
      <Sparkline
        counts={calls}
        label={`At most ${plural(most, 'call')} a day, on ${dayOf(calls.lastIndexOf(most), calls.length)}. ${formatCount(calls.at(-1) ?? 0)} today.`}
      />
      <Caption mt={2}>{plural(sum, 'call')}</Caption>
    </>
  )
}

/** Returns the date (UTC) at a place among days that end today. */
const dayOf = (place: number, length: number) =>
  calendarDate(dayAfter(new Date().toISOString().slice(0, 10), place - length + 1))

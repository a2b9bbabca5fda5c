import { Caption } from '../../components/caption.tsx'
import { calendarDate, dayAfter, formatCount, plural } from '../../components/format.ts'
import classes from './sparkline.module.css'

const [height, step, barWidth] = [24, 4, 3]

/** The calls of the last days, today last, as bars with their sum. */
export function Sparkline({ calls }: { calls: readonly number[] }) {
  const sum = calls.reduce((sum, count) => sum + count, 0)
  if (sum === 0) return <Caption>No calls</Caption>
  const most = Math.max(...calls)
  return (
    <>
      <svg
        className={classes.sparkline}
        viewBox={`0 0 ${calls.length * step - 1} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`At most ${plural(most, 'call')} a day, on ${dayOf(calls.lastIndexOf(most), calls.length)}. ${formatCount(calls.at(-1) ?? 0)} today.`}
      >
        {calls.map((count, place) => {
          const barHeight = count === 0 ? 1 : Math.max(2, (height * count) / most)
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={place}
              data-none={count === 0 || undefined}
              x={place * step}
              y={height - barHeight}
              width={barWidth}
              height={barHeight}
            />
          )
        })}
      </svg>
      <Caption mt={2}>{plural(sum, 'call')}</Caption>
    </>
  )
}

/** Returns the date (UTC) at a place among days that end today. */
const dayOf = (place: number, length: number) =>
  calendarDate(dayAfter(new Date().toISOString().slice(0, 10), place - length + 1))

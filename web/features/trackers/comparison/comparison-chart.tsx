import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { getTrends, Output, Tracker } from '#contract'
import { own } from '#rules/own'
import { calendarDate, dayAfter, formatCount, plural } from '../../../components/format.ts'
import { useProjectId } from '../../../project.ts'
import type { Narrowing } from '../results/days.ts'
import type { By } from './address.ts'
import classes from './comparison-chart.module.css'
import { withEmptyWeeks } from './weeks.ts'

type Row = Output<typeof getTrends>['data'][number]

interface ComparisonChartProps {
  by: By
  /** The first day that is counted; all by default. */
  from: string | undefined
  trackers: Tracker[]
  data: Row[]
}

/** A bar per tracker for each week or key. A bar is a link to its mentions, for the pointer and the keyboard alike. */
export function ComparisonChart({ by, from, trackers, data }: ComparisonChartProps) {
  const projectId = useProjectId()
  const rows = by === 'week' ? withEmptyWeeks(data) : data
  const most = Math.max(1, ...rows.flatMap(({ counts }) => Object.values(counts)))
  return (
    <>
      <ul className={classes.legend} data-plain aria-label="Trackers">
        {trackers.map(({ id, name }, place) => (
          <li key={id} style={colorOf(place)}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <ol className={classes.rows} data-plain aria-label="Counts">
        {rows.map(({ key, counts }) => (
          <li key={key ?? ''} className={classes.row}>
            <span className={classes.key}>
              <bdi>{labelOf(by, key)}</bdi>
            </span>
            <span className={classes.bars}>
              {trackers.map(({ id, name }, place) => {
                const count = own(counts, id) ?? 0
                return (
                  count > 0 && (
                    <Link
                      key={id}
                      to="/projects/$projectId/trackers/$trackerId"
                      params={{ projectId, trackerId: id }}
                      search={narrowingOf(by, key, from) as never}
                      className={classes.bar}
                      aria-label={`${name}, ${labelOf(by, key)}: ${plural(count, 'mention')}`}
                      style={{ ...colorOf(place), '--size': count / most } as CSSProperties}
                    >
                      {formatCount(count)}
                    </Link>
                  )
                )
              })}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

const colors = ['blue', 'orange', 'teal', 'grape', 'red', 'lime']

const colorOf = (place: number) =>
  ({ '--color': `var(--mantine-color-${colors[place % colors.length]}-6)` }) as CSSProperties

function labelOf(by: By, key: string | null): string {
  if (key === null) return `No ${by}`
  if (by === 'week') return `${calendarDate(key)} – ${calendarDate(dayAfter(key, 6))}`
  return by === 'kind' || by === 'sentiment' ? key.charAt(0).toUpperCase() + key.slice(1) : key
}

/** Returns the address of a bar's mentions. */
function narrowingOf(by: By, key: string | null, from: string | undefined): Narrowing {
  if (by === 'week' && key) return { from: from && from > key ? from : key, to: dayAfter(key, 6) }
  const days = from ? { from } : {}
  return by === 'week' ? days : key === null ? { ...days, without: by } : { ...days, [by]: key }
}

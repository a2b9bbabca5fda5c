import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { getTrackerResults, Output } from '#contract'
import { plural } from '../../components/format.ts'
import { type Bar, barsOf, isIn } from './trend.ts'
import classes from './trend-figure.module.css'
import { daysOf } from './trend-words.ts'
import type { Days } from './use-results.ts'

const TrendChart = lazy(async () => ({ default: (await import('./trend-chart.tsx')).TrendChart }))

/** As many days as the server counts apart. */
const mostDays = 366

interface TrendFigureProps {
  trend: Output<typeof getTrackerResults>['trend']
  days: Days
  /** Looks at the days of a bar, or at all of them again. */
  onChoose: (days: Days) => void
}

/** Mentions over time. A bar narrows the sentences below to its days, and the same is done in a list by the keyboard. */
export function TrendFigure({ trend, days, onChoose }: TrendFigureProps) {
  const { unit, bars } = barsOf(trend)
  const isNarrowed = days.from !== undefined || days.to !== undefined
  const isChosen = ({ from, to }: Bar) => from === days.from && to === days.to
  const choose = (bar: Bar) => onChoose(isChosen(bar) ? {} : { from: bar.from, to: bar.to })
  return (
    <figure className={classes.figure} aria-label="Mentions over time">
      <div className={classes.chart}>
        <Suspense>
          <TrendChart unit={unit} bars={bars} days={days} onChoose={choose} />
        </Suspense>
      </div>
      <details className={classes.table}>
        <summary>
          <Text span size="xs" c="dimmed">
            As a list
            {trend.length === mostDays && `, of the last ${mostDays} days that have mentions`}
          </Text>
        </summary>
        <ul aria-label={`Mentions by ${unit}`}>
          {bars
            .filter(({ count }) => count > 0)
            .map((bar) => (
              <li key={bar.from}>
                <button
                  type="button"
                  aria-pressed={isNarrowed && isIn(bar, days)}
                  onClick={() => choose(bar)}
                >
                  <span>{daysOf(bar, unit)}</span> <span>{plural(bar.count, 'mention')}</span>
                </button>
              </li>
            ))}
        </ul>
      </details>
    </figure>
  )
}

import { Text, UnstyledButton } from '@mantine/core'
import type { getTrackerResults, Output } from '#contract'
import { BarChart } from '../../../components/bar-chart.tsx'
import { Caption } from '../../../components/caption.tsx'
import { plural } from '../../../components/format.ts'
import type { Days } from './days.ts'
import { type Bar, barsOf, daysOf, isIn, tickOf, type Unit } from './trend.ts'
import classes from './trend-figure.module.css'

/** The maximum number of days that the server counts separately. */
const mostDays = 366

interface TrendFigureProps {
  trend: Output<typeof getTrackerResults>['trend']
  days: Days
  /** Selects the days of a bar, or all days. */
  onChoose: (days: Days) => void
}

/** Mentions over time, as bars and as a list. Choosing one selects its days. */
export function TrendFigure({ trend, days, onChoose }: TrendFigureProps) {
  const { unit, bars } = barsOf(trend)
  const isNarrowed = days.from !== undefined || days.to !== undefined
  const isChosen = ({ from, to }: Bar) => from === days.from && to === days.to
  const choose = (bar: Bar) => onChoose(isChosen(bar) ? {} : { from: bar.from, to: bar.to })
  return (
    <figure style={{ margin: '0 0 24px' }} aria-label="Mentions over time">
      {bars.length > 0 && <TrendChart unit={unit} bars={bars} days={days} onChoose={choose} />}
      <details className={classes.table}>
        <summary>
          <Caption span>
            As a list
            {trend.length === mostDays && `, for the last ${mostDays} days with mentions`}
          </Caption>
        </summary>
        <ul data-plain aria-label={`Mentions by ${unit}`}>
          {bars
            .filter(({ count }) => count > 0)
            .map((bar) => (
              <li key={bar.from}>
                <UnstyledButton aria-pressed={isNarrowed && isIn(bar, days)} onClick={() => choose(bar)}>
                  <span>{daysOf(bar, unit)}</span> <span>{plural(bar.count, 'mention')}</span>
                </UnstyledButton>
              </li>
            ))}
        </ul>
      </details>
    </figure>
  )
}

interface TrendChartProps {
  unit: Unit
  bars: Bar[]
  /** The selected days; other bars are dimmed. */
  days: Days
  onChoose: (bar: Bar) => void
}

const series = [
  { label: 'Mentions', color: 'var(--mantine-primary-color-filled)', countOf: ({ count }: Bar) => count },
]

/** Bars over time, clickable over their full height. The list below it has the same data for the keyboard. */
function TrendChart({ unit, bars, days, onChoose }: TrendChartProps) {
  return (
    <BarChart
      bars={bars}
      series={series}
      tickOf={({ from }) => tickOf(from, unit)}
      hintOf={(bar) => (
        <>
          <Caption>{daysOf(bar, unit)}</Caption>
          <Text fw={600}>{plural(bar.count, 'mention')}</Text>
        </>
      )}
      isDimmed={(bar) => !isIn(bar, days)}
      onChoose={onChoose}
    />
  )
}

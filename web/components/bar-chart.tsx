import { Paper } from '@mantine/core'
import { type CSSProperties, type PointerEvent, type ReactNode, useState } from 'react'
import classes from './bar-chart.module.css'
import { formatCount } from './format.ts'
import { scaleOf } from './scale.ts'

/** A part of every bar, from the bottom up. */
export interface Series<Bar> {
  /** Shown in the legend, if there are several. */
  label: string
  color: string
  countOf: (bar: Bar) => number
}

interface BarChartProps<Bar> {
  /** Evenly spaced; at least one. */
  bars: readonly Bar[]
  series: readonly Series<Bar>[]
  /** The label of a bar on the axis. As many are shown as fit. */
  tickOf: (bar: Bar) => string
  /** Shown next to the pointer. */
  hintOf: (bar: Bar) => ReactNode
  isDimmed?: (bar: Bar) => boolean
  onChoose?: (bar: Bar) => void
}

/**
 * Stacked bars over time for the pointer. Hidden from screen readers and the keyboard: show the same data next to it as text.
 */
export function BarChart<Bar>({
  bars,
  series,
  tickOf,
  hintOf,
  isDimmed = () => false,
  onChoose,
}: BarChartProps<Bar>) {
  const [pointed, setPointed] = useState<number>()
  const totalOf = (bar: Bar) => series.reduce((total, { countOf }) => total + countOf(bar), 0)
  const ticks = scaleOf(Math.max(...bars.map(totalOf)))
  const top = ticks.at(-1)!
  const pointedBar = pointed === undefined ? undefined : bars[pointed]

  const placeOf = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.max(0, Math.min(bars.length - 1, Math.floor(((clientX - left) / width) * bars.length)))
  }
  return (
    <div aria-hidden className={classes.chart}>
      <div className={classes.grid}>
        <div className={classes.scale}>
          {ticks.map((tick) => (
            <span key={tick}>{formatCount(tick)}</span>
          ))}
        </div>
        <div
          className={classes.bars}
          data-clickable={onChoose !== undefined || undefined}
          onPointerMove={(event) => setPointed(placeOf(event))}
          onPointerLeave={() => setPointed(undefined)}
          onPointerUp={(event) => {
            const bar = bars[placeOf(event)]
            if (event.button === 0 && bar !== undefined && totalOf(bar) > 0) onChoose?.(bar)
          }}
        >
          {ticks.map((tick) => (
            <hr key={tick} style={{ bottom: `${(tick / top) * 100}%` }} />
          ))}
          {bars.map((bar, place) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={place}
              className={classes.bar}
              data-pointed={place === pointed || undefined}
              data-dimmed={isDimmed(bar) || undefined}
            >
              {series.map(
                ({ label, color, countOf }) =>
                  countOf(bar) > 0 && (
                    <span
                      key={label}
                      style={{ height: `${(countOf(bar) / top) * 100}%`, '--color': color } as CSSProperties}
                    />
                  ),
              )}
            </div>
          ))}
          {pointedBar !== undefined && pointed !== undefined && (
            <Paper
              className={classes.hint ?? ''}
              data-before={pointed >= bars.length / 2 || undefined}
              style={{ '--at': (pointed + 0.5) / bars.length } as CSSProperties}
              withBorder
              shadow="sm"
              px="sm"
              py={6}
            >
              {hintOf(pointedBar)}
            </Paper>
          )}
        </div>
        <Ticks labels={bars.map(tickOf)} />
      </div>
      {series.length > 1 && (
        <ul className={classes.legend} data-plain>
          {series.map(({ label, color }) => (
            <li key={label} style={{ '--color': color } as CSSProperties}>
              {label}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const mostTicks = 12

/** Labels under the bars. The narrower the chart, the more of them its style sheet hides. */
function Ticks({ labels }: { labels: string[] }) {
  const step = Math.ceil(labels.length / mostTicks)
  return (
    <div className={classes.ticks}>
      {labels.map(
        (label, place) =>
          place % step === 0 && (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a label is its place
              key={place}
              style={{ '--at': (place + 0.5) / labels.length } as CSSProperties}
              data-every={rarity(place / step)}
            >
              {label}
            </span>
          ),
      )}
    </div>
  )
}

/** 4 for each fourth label, 2 for the other even ones, otherwise 1: rarer ones stay longer. */
const rarity = (number: number) => (number % 4 === 0 ? 4 : number % 2 === 0 ? 2 : 1)

import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { Paper, Text } from '@mantine/core'
import { Caption } from '../../../components/caption.tsx'
import { formatCount, plural } from '../../../components/format.ts'
import type { Days } from './days.ts'
import { type Bar, daysOf, isIn, tickOf, type Unit } from './trend.ts'
import classes from './trend-chart.module.css'

interface TrendChartProps {
  unit: Unit
  bars: Bar[]
  /** The selected days; other bars are dimmed. */
  days: Days
  onChoose: (bar: Bar) => void
}

/** Bars over time, clickable over their full height. The list below has the same data for the keyboard. */
export function TrendChart({ unit, bars, days, onChoose }: TrendChartProps) {
  const data = bars.map((bar) => ({ ...bar, color: isIn(bar, days) ? 'var(--chosen)' : 'var(--other)' }))
  const most = Math.max(...bars.map(({ count }) => count))
  return (
    <div aria-hidden className={classes.chart}>
      <BarChart
        h={180}
        data={data}
        dataKey="from"
        series={[{ name: 'count', color: 'var(--chosen)' }]}
        maxBarWidth={36}
        tickLine="none"
        yAxisProps={{ allowDecimals: false, width: 44, tickMargin: 4, tickCount: Math.min(5, most + 1) }}
        xAxisProps={{ minTickGap: 24, tickFormatter: (day: string) => tickOf(day, unit) }}
        valueFormatter={formatCount}
        tooltipProps={{ content: ({ payload }) => <Hint bar={payload?.[0]?.payload} unit={unit} /> }}
        barProps={{
          isAnimationActive: false,
          minPointSize: (count) => (count ? 2 : 0),
          // Makes the empty part of a column clickable too.
          background: { fill: 'transparent' },
          onClick: (_event, at) => bars[at]?.count && onChoose(bars[at]),
        }}
        barChartProps={{ accessibilityLayer: false, margin: { top: 8 } }}
      />
    </div>
  )
}

function Hint({ bar, unit }: { bar: Bar | undefined; unit: Unit }) {
  if (!bar) return null
  return (
    <Paper withBorder shadow="sm" px="sm" py={6}>
      <Caption>{daysOf(bar, unit)}</Caption>
      <Text fw={600}>{plural(bar.count, 'mention')}</Text>
    </Paper>
  )
}

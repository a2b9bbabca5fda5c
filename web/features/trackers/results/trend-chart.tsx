import { Text } from '@mantine/core'
import { BarChart } from '../../../components/bar-chart.tsx'
import { Caption } from '../../../components/caption.tsx'
import { plural } from '../../../components/format.ts'
import type { Days } from './days.ts'
import { type Bar, daysOf, isIn, tickOf, type Unit } from './trend.ts'

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
export function TrendChart({ unit, bars, days, onChoose }: TrendChartProps) {
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

import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { Paper, Text } from '@mantine/core'
import type { getApiKeyUsage, Output } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { calendarDate, formatCount, plural } from '../../../components/format.ts'
import classes from './usage-chart.module.css'

type Day = Output<typeof getApiKeyUsage>['days'][number]

const allSeries = [
  { name: 'answered', label: 'Answered', color: 'var(--answered)' },
  { name: 'refused', label: 'Refused (4xx)', color: 'var(--refused)' },
  { name: 'failed', label: 'Failed (5xx)', color: 'var(--failed)' },
] as const

/** Calls per day by their answer. The table below it has the same data for screen readers. */
export function UsageChart({ days }: { days: readonly Day[] }) {
  const data = days.map((day) => ({
    day,
    date: day.date,
    answered: day.calls - day.refused['4xx'] - day.refused['5xx'],
    refused: day.refused['4xx'],
    failed: day.refused['5xx'],
  }))
  const series = allSeries.filter(({ name }) => data.some((day) => day[name] > 0))
  const most = Math.max(...days.map(({ calls }) => calls))
  return (
    <div aria-hidden className={classes.chart}>
      <BarChart
        h={200}
        type="stacked"
        data={data}
        dataKey="date"
        series={series}
        withLegend={series.length > 1}
        maxBarWidth={36}
        tickLine="none"
        yAxisProps={{ allowDecimals: false, width: 56, tickMargin: 4, tickCount: Math.min(5, most + 1) }}
        xAxisProps={{ minTickGap: 24, tickFormatter: tickOf }}
        valueFormatter={formatCount}
        tooltipProps={{ content: ({ payload }) => <Hint day={payload?.[0]?.payload?.day} /> }}
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false, margin: { top: 8 } }}
      />
    </div>
  )
}

/** `12 Mar` */
const tickOf = (date: string) => calendarDate(date).replace(/,? \d{4}$/, '')

function Hint({ day }: { day: Day | undefined }) {
  if (!day) return null
  const { calls, refused } = day
  return (
    <Paper withBorder shadow="sm" px="sm" py={6}>
      <Caption>{calendarDate(day.date)}</Caption>
      <Text fw={600}>{plural(calls, 'call')}</Text>
      {refused['4xx'] > 0 && <Caption>{formatCount(refused['4xx'])} refused (4xx)</Caption>}
      {refused['5xx'] > 0 && <Caption>{formatCount(refused['5xx'])} failed (5xx)</Caption>}
    </Paper>
  )
}

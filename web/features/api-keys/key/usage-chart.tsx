import { Text } from '@mantine/core'
import type { getApiKeyUsage, Output } from '#contract'
import { BarChart, type Series } from '../../../components/bar-chart.tsx'
import { Caption } from '../../../components/caption.tsx'
import { calendarDate, formatCount, plural } from '../../../components/format.ts'

type Day = Output<typeof getApiKeyUsage>['days'][number]

const allSeries: Series<Day>[] = [
  {
    label: 'Answered',
    color: 'var(--mantine-primary-color-filled)',
    countOf: ({ calls, refused }) => calls - refused['4xx'] - refused['5xx'],
  },
  {
    label: 'Refused (4xx)',
    color: 'light-dark(#b77400, #e0a93b)',
    countOf: ({ refused }) => refused['4xx'],
  },
  {
    label: 'Failed (5xx)',
    color: 'light-dark(#c0282d, #f08a8d)',
    countOf: ({ refused }) => refused['5xx'],
  },
]

/** Calls per day by their answer. The table below it has the same data for screen readers. */
export function UsageChart({ days }: { days: readonly Day[] }) {
  return (
    <BarChart
      bars={days}
      series={allSeries.filter(({ countOf }) => days.some((day) => countOf(day) > 0))}
      tickOf={({ date }) => calendarDate(date).replace(/,? \d{4}$/, '')}
      hintOf={({ date, calls, refused }) => (
        <>
          <Caption>{calendarDate(date)}</Caption>
          <Text fw={600}>{plural(calls, 'call')}</Text>
          {refused['4xx'] > 0 && <Caption>{formatCount(refused['4xx'])} refused (4xx)</Caption>}
          {refused['5xx'] > 0 && <Caption>{formatCount(refused['5xx'])} failed (5xx)</Caption>}
        </>
      )}
    />
  )
}

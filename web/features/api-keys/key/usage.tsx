import { SegmentedControl, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { getApiKeyUsage, type Output } from '#contract'
import { callOptions } from '../../../api.ts'
import { Caption } from '../../../components/caption.tsx'
import { Facts } from '../../../components/facts.tsx'
import { calendarDate, formatCount, plural } from '../../../components/format.ts'
import { Loaded, Section } from '../../../components/page.tsx'
import { daysShown } from './days-shown.ts'
import classes from './usage.module.css'
import { UsageChart } from './usage-chart.tsx'

const route = getRouteApi('/shell/settings/api-keys/$keyId')

type KeyUsage = Output<typeof getApiKeyUsage>

/** How often a key was used on each day, and from where last. */
export function Usage({ keyId }: { keyId: string }) {
  const { days = '30' } = daysShown(route.useSearch())
  const navigate = useNavigate()
  const call = useQuery({
    ...callOptions(getApiKeyUsage, { keyId, days }),
    placeholderData: keepPreviousData,
  })
  const show = (days: string) =>
    void navigate({
      to: '.',
      search: ((search: object) => ({ ...search, days: days === '30' ? undefined : days })) as never,
      replace: true,
      resetScroll: false,
    })
  return (
    <Section title="Usage">
      <SegmentedControl
        aria-label="Days"
        data={[
          { value: '30', label: '30 days' },
          { value: '90', label: '90 days' },
        ]}
        value={days}
        onChange={show}
        style={{ alignSelf: 'start' }}
      />
      <Loaded call={call} what="The usage could not be loaded">
        {(usage) => <UsageFigures of={usage} />}
      </Loaded>
    </Section>
  )
}

function UsageFigures({ of: { days, lastAddress, lastUserAgent } }: { of: KeyUsage }) {
  const sum = (count: (day: KeyUsage['days'][number]) => number) =>
    formatCount(days.reduce((sum, day) => sum + count(day), 0))
  const used = days.filter(({ calls }) => calls > 0).reverse()
  return (
    <>
      <Facts
        facts={[
          { name: 'Calls', large: true, value: sum(({ calls }) => calls) },
          { name: 'Refused (4xx)', large: true, value: sum(({ refused }) => refused['4xx']) },
          { name: 'Failed (5xx)', large: true, value: sum(({ refused }) => refused['5xx']) },
          { name: 'Last address', value: lastAddress ? <code>{lastAddress}</code> : null },
          { name: 'Last user agent', value: lastUserAgent ? <bdi>{lastUserAgent}</bdi> : null },
        ]}
      />
      {used.length > 0 && (
        <figure className={classes.figure} aria-label="Calls per day">
          <UsageChart days={days} />
          <details className={classes.details}>
            <summary>
              <Caption span>As a table, {plural(used.length, 'day')} with calls. Days are in UTC.</Caption>
            </summary>
            <DaysTable days={used} />
          </details>
        </figure>
      )}
      {used.length === 0 && <Text c="dimmed">No calls in the last {days.length} days.</Text>}
    </>
  )
}

function DaysTable({ days }: { days: KeyUsage['days'] }) {
  return (
    <table className={classes.table} aria-label="Calls per day">
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Calls</th>
          <th scope="col">4xx</th>
          <th scope="col">5xx</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, calls, refused }) => (
          <tr key={date}>
            <th scope="row">{calendarDate(date)}</th>
            <td>{formatCount(calls)}</td>
            <td>{formatCount(refused['4xx'])}</td>
            <td>{formatCount(refused['5xx'])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { Text } from '@mantine/core'
import type { getApiKey, Output } from '#contract'
import { type Column, DataTable } from '../../../components/data-table.tsx'
import { calendarDate } from '../../../components/format.ts'
import { Section } from '../../../components/page.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { staticList } from '../../../list.ts'
import { NewNetwork } from '../key-columns.tsx'

type Key = Output<typeof getApiKey>
type Network = Key['networks'][number]

/** The networks that a key was used from, newest first. */
export function Networks({ of: { networks, newNetworkAt } }: { of: Key }) {
  return (
    <Section title="Networks">
      {newNetworkAt && (
        <Text c="dimmed">
          The key was used from other networks before. Revoke it if you do not recognize the new one.
        </Text>
      )}
      <DataTable
        label="Networks"
        list={staticList(networks.map((network) => ({ id: network.network, ...network })))}
        columns={networkColumns(newNetworkAt)}
        empty={{ title: 'No networks yet', text: 'The networks that the key is used from are listed here.' }}
      />
    </Section>
  )
}

const networkColumns = (newNetworkAt: string | null): Column<Network & { id: string }>[] => [
  {
    heading: 'Network',
    cell: ({ network, firstSeenAt }) => (
      <>
        <code>{network}</code> {firstSeenAt === newNetworkAt && <NewNetwork of={{ newNetworkAt }} />}
      </>
    ),
  },
  { heading: 'First seen', width: '25%', cell: ({ firstSeenAt }) => <RelativeTime at={firstSeenAt} /> },
  { heading: 'Last seen', width: '25%', cell: ({ lastSeenOn }) => calendarDate(lastSeenOn) },
]

// Separate because the page of a key is long without it.
import { Text } from '@mantine/core'
import type { getApiKey, Output } from '#contract'
import { type Column, column, dateColumn, timeColumn } from '../../../components/columns.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { Section } from '../../../components/page.tsx'
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
        list={networks}
        idOf={({ network }) => network}
        columns={networkColumns(newNetworkAt)}
        empty={{ title: 'No networks yet', text: 'The networks that the key is used from are listed here.' }}
      />
    </Section>
  )
}

const networkColumns = (newNetworkAt: string | null): Column<Network>[] => [
  column('Network', {}, ({ network, firstSeenAt }) => (
    <>
      <code>{network}</code> {firstSeenAt === newNetworkAt && <NewNetwork of={{ newNetworkAt }} />}
    </>
  )),
  timeColumn('First seen', { width: '25%' }, ({ firstSeenAt }) => firstSeenAt),
  dateColumn('Last seen', { width: '25%' }, ({ lastSeenOn }) => lastSeenOn),
]

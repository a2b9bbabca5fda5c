import { Alert, Anchor, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type getApiKey, listApiKeyRefusals, type Output, type RefusedCall } from '#contract'
import { own } from '#rules/own'
import { Caption } from '../../../components/caption.tsx'
import { type Column, column, countColumn, timeColumn } from '../../../components/columns.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { plural } from '../../../components/format.ts'
import { Section } from '../../../components/page.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { useInfiniteList, useLoadedPages } from '../../../list.ts'

type Key = Output<typeof getApiKey>
type Refusals = Output<typeof listApiKeyRefusals>
type Group = Refusals['groups'][number]

/** Why calls with a key failed, also after it ended. */
export function Refusals({ of: { id: keyId } }: { of: Key }) {
  const list = useLoadedPages(useInfiniteList(listApiKeyRefusals, { keyId, limit: 10 }))
  const groups = list.first?.groups ?? []
  return (
    <Section title="Refused calls">
      <StillUsed of={groups} />
      {groups.length > 0 && (
        <>
          <DataTable label="Refused calls by reason" list={groups} idOf={idOf} columns={groupColumns} />
          <Title order={3} mt="lg" mb="sm" size="h4">
            One by one
          </Title>
        </>
      )}
      <DataTable
        label="Refused calls"
        list={list}
        idOf={({ requestId }) => requestId}
        columns={callColumns}
        empty={{
          title: 'No refused calls',
          text: 'Calls of the last 30 days that were answered with an error are listed here, with the reason.',
        }}
      />
    </Section>
  )
}

const idOf = ({ method, route, status, code }: Group) => [method, route, status, code].join(' ')

/** The reasons why a key is no longer valid, which only its page tells. */
const ended: Record<string, string> = {
  key_revoked: 'The key was revoked',
  key_expired: 'The key had expired',
  owner_disabled: 'Its owner was disabled',
}

/** Says that something still uses a key that ended. */
function StillUsed({ of: groups }: { of: Group[] }) {
  const late = groups.filter(({ code }) => code !== null && own(ended, code))
  if (late.length === 0) return null
  const lastAt = late
    .map(({ lastAt }) => lastAt)
    .sort()
    .at(-1)!
  const count = late.reduce((sum, { count }) => sum + count, 0)
  return (
    <Alert
      variant="light"
      color="red"
      mb="md"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="Something still uses this key"
    >
      {plural(count, 'call')} came after it ended, the last <RelativeTime at={lastAt} />. The addresses below
      show from where.
    </Alert>
  )
}

/** An error code, which leads to its explanation. */
function Reason({ of: { code, status } }: { of: Pick<RefusedCall, 'code' | 'status'> }) {
  if (code === null) return `Status ${status}`
  const because = own(ended, code)
  if (because) return because
  return (
    <>
      <Anchor href={`/api/docs#${code}`} size="sm">
        <code>{code}</code>
      </Anchor>{' '}
      <Caption span>{status}</Caption>
    </>
  )
}

const Route = ({ of: { method, route } }: { of: Pick<RefusedCall, 'method' | 'route'> }) =>
  route === null ? (
    `${method}, unknown address`
  ) : (
    <code style={{ overflowWrap: 'anywhere' }}>
      {method} {route}
    </code>
  )

const groupColumns: Column<Group>[] = [
  column('Reason', {}, (group) => <Reason of={group} />),
  column('Call', {}, (group) => <Route of={group} />),
  countColumn('Calls', { width: '6rem' }, ({ count }) => count),
  timeColumn('Last', {}, ({ lastAt }) => lastAt),
]

const callColumns: Column<RefusedCall>[] = [
  column('Reason', {}, (call) => (
    <>
      <Reason of={call} />
      <Caption>
        Request <code>{call.requestId}</code>
      </Caption>
    </>
  )),
  column('Call', {}, (call) => <Route of={call} />),
  column('From', {}, ({ address, userAgent }) => (
    <>
      {address && <code>{address}</code>}
      {userAgent && (
        <Caption lineClamp={1}>
          <bdi>{userAgent}</bdi>
        </Caption>
      )}
    </>
  )),
  timeColumn('Time', {}, ({ at }) => at),
]

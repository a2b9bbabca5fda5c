import { Group, Text, Title } from '@mantine/core'
import {
  confirmGrant,
  declineGrant,
  type Grant,
  getMe,
  getSettings,
  listAuditLog,
  listGrants,
  listUsers,
} from '#contract'
import { useAction } from '../../api.ts'
import { Caption } from '../../components/caption.tsx'
import { actionsColumn, type Column, column, RowButton, timeColumn } from '../../components/columns.tsx'
import { confirm } from '../../components/confirm.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { useList } from '../../list.ts'

interface UnconfirmedChangesProps {
  operation: Grant['operation']
  /** Completes the sentence `… are listed here until someone confirms them.` */
  changes: string
}

/** The changes that API keys requested and nobody has confirmed yet. */
export function UnconfirmedChanges({ operation, changes }: UnconfirmedChangesProps) {
  return (
    <section aria-labelledby="unconfirmed-changes">
      <Title order={2} mt={40} mb="sm" id="unconfirmed-changes" tabIndex={-1}>
        Unconfirmed changes
      </Title>
      <DataTable
        label="Unconfirmed changes"
        list={useList(listGrants, { operation }, { pagesIn: 'changePages' })}
        columns={columns}
        empty={{
          title: 'No unconfirmed changes',
          text: `${changes} that an API key requests are listed here. They take effect when you confirm them.`,
        }}
      />
    </section>
  )
}

const columns: Column<Grant>[] = [
  column('Change', {}, ({ summary }) => (
    <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
      <bdi>{summary}</bdi>
    </Text>
  )),
  column('Requested with', { width: '14rem' }, ({ apiKey }) => (
    <>
      The API key “<bdi>{apiKey.name}</bdi>”<Caption>{apiKey.prefix}</Caption>
    </>
  )),
  timeColumn('Requested', {}, ({ requestedAt }) => requestedAt),
  actionsColumn('12rem', (grant) => <Decision grant={grant} />),
]

/** What a confirmed change shows up in. */
const changed = [listUsers, getMe, getSettings, listAuditLog]

function Decision({ grant: { id: grantId, summary, apiKey } }: { grant: Grant }) {
  const confirming = useAction(confirmGrant, { also: changed })
  const declining = useAction(declineGrant, { also: [listAuditLog] })
  const change = (
    <Text mb="sm" style={{ overflowWrap: 'anywhere' }}>
      <bdi>{summary}</bdi>
    </Text>
  )
  const askToConfirm = () =>
    confirm({
      title: 'Confirm this change?',
      consequences: (
        <>
          {change}
          The API key “<bdi>{apiKey.name}</bdi>” requested it. Confirm it if you know who did. It takes effect
          immediately.
        </>
      ),
      confirm: 'Confirm change',
      destroys: false,
      act: () => confirming.mutateAsync({ grantId }),
      done: 'The change is confirmed',
    })
  const askToDecline = () =>
    confirm({
      title: 'Decline this change?',
      consequences: (
        <>
          {change}
          It never takes effect. If nobody you know requested it, revoke the API key “<bdi>{apiKey.name}</bdi>
          ”, too.
        </>
      ),
      confirm: 'Decline change',
      act: () => declining.mutateAsync({ grantId }),
      done: 'The change is declined',
    })
  return (
    <Group component="span" display="inline-flex" gap="xs" wrap="nowrap">
      <RowButton of={summary} onClick={askToConfirm} label="Confirm" />
      <RowButton of={summary} onClick={askToDecline} label="Decline" />
    </Group>
  )
}

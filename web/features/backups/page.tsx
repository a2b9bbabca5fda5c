import { Button, Code } from '@mantine/core'
import { IconDatabaseExport } from '@tabler/icons-react'
import { createBackup, listAuditLog, listBackups, type Output } from '#contract'
import { useAction } from '../../api.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { plural } from '../../components/format.ts'
import { ListPage } from '../../components/list-page.tsx'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { PageHeader } from '../../components/page.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { useList } from '../../list.ts'
import { backupColumns, isOpen } from './backup-columns.tsx'

const title = 'Backups'
const pollMs = 1500

/** The backups that the server makes, for the owner and admins. */
export default function BackupsPage() {
  const list = useList(
    listBackups,
    {},
    // Shortly after a failure, a scheduled backup may begin by itself.
    { again: ({ data }) => (data.some(isOpen) ? pollMs : 20 * pollMs) },
  )
  const { schedule } = list.first ?? {}
  if (schedule === null && list.rows?.length === 0) return <NotConfigured />
  return (
    <ListPage
      title={title}
      description={schedule === null ? <NoLonger /> : schedule && <Plan schedule={schedule} />}
      action={schedule && <BackUpNow disabled={list.rows?.some(isOpen) ?? true} />}
      list={list}
      adminsOnly={{ may: 'see the backups', text: 'Ask one of them whether your data is backed up.' }}
      columns={backupColumns}
      isFaded={({ status }) => status === 'failed'}
      empty={{
        title: 'No backups yet',
        text: 'The first one starts within a minute. Finished backups are listed here until they are removed.',
      }}
    />
  )
}

type Schedule = NonNullable<Output<typeof listBackups>['schedule']>

function Plan({ schedule: { at, timeZone, keep, nextAt } }: { schedule: Schedule }) {
  return (
    <>
      Every day at {at} ({timeZone}), next <RelativeTime at={nextAt} />. The last{' '}
      {keep === 1 ? 'backup is' : `${plural(keep, 'backup')} are`} kept. The secret is not included: store it
      separately.
    </>
  )
}

function NoLonger() {
  return (
    <>
      Your data is no longer backed up: <Code>BACKUP_TO</Code> is not set on the server.
    </>
  )
}

function NotConfigured() {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        title="Backups are not configured"
        text={
          <>
            Set <Code>BACKUP_TO</Code> on the server to a folder, best on another disk. Aerie then backs up
            all data every night while it is in use.
          </>
        }
      />
    </>
  )
}

function BackUpNow({ disabled }: { disabled: boolean }) {
  const action = useAction(createBackup, {
    also: [listAuditLog],
    onDone: () => notifyDone('Backup started'),
  })
  return (
    <Button
      variant="filled"
      leftSection={<IconDatabaseExport size={16} aria-hidden />}
      disabled={disabled}
      loading={action.isPending}
      onClick={() =>
        action.mutate(undefined, { onError: (error) => notifyFailed('The backup was not started', error) })
      }
    >
      Back up now
    </Button>
  )
}

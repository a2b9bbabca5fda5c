import { Progress, Stack, Text } from '@mantine/core'
import type { Backup } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { type Column, column, numberColumn } from '../../components/columns.tsx'
import { formatBytes } from '../../components/format.ts'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'

export const isOpen = ({ finishedAt }: Backup): boolean => finishedAt === null

/** Each step, and how much of the backup is done on average while it runs, in percent. */
const steps = {
  copying: ['Copying the database', 20],
  tables: ['Reading the database', 50],
  files: ['Copying uploaded files', 75],
  verifying: ['Verifying', 90],
} as const satisfies Record<NonNullable<Backup['step']>, readonly [string, number]>

export const backupColumns: Column<Backup>[] = [
  column('Started', {}, ({ createdAt, startedAt, name }) => (
    <>
      <Text span inherit fw={500}>
        <RelativeTime at={startedAt ?? createdAt} />
      </Text>
      {name && <Caption style={{ overflowWrap: 'anywhere' }}>{name}</Caption>}
    </>
  )),
  column('State', { width: '30%' }, (backup) => <State of={backup} />),
  numberColumn('Size', { width: '7rem' }, ({ bytes }) => size(bytes)),
  numberColumn('Newly written', { drop: 1, width: '9rem' }, ({ writtenBytes }) => size(writtenBytes)),
  column('Started by', { drop: 1, width: '10rem' }, ({ requestedBy }) =>
    requestedBy ? <bdi>{requestedBy.name}</bdi> : 'Schedule',
  ),
]

const size = (bytes: number | null) => (bytes === null ? <Text c="dimmed">–</Text> : formatBytes(bytes))

function State({ of: { status, step, error, verifiedAt } }: { of: Backup }) {
  if (status === 'failed') {
    return (
      <Stack gap={4} align="flex-start">
        <StateBadge kind="bad" text="Failed" />
        <Caption style={{ overflowWrap: 'anywhere' }}>{error}</Caption>
      </Stack>
    )
  }
  if (verifiedAt) return <StateBadge kind="good" text="Verified" />
  const [name, percent] = step ? steps[step] : ['Starting', 5]
  return (
    <Stack gap={6} maw={260}>
      <Text size="sm" role="status">
        {name} …
      </Text>
      <Progress value={percent} animated aria-label="Progress of the backup" />
    </Stack>
  )
}

import { Stack, Text } from '@mantine/core'
import type { ApiKey } from '#contract'
import { Copyable } from '../../components/copyable.tsx'
import type { Column } from '../../components/data-table.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { KeyActions, type KeyActionsProps } from './key-actions.tsx'
import { KeyState } from './key-state.tsx'
import { rotationOf } from './rotation.ts'
import { RotationNote } from './rotation-note.tsx'

/** `peers` are the keys among which successors are looked for. */
export function keyColumns(peers: readonly ApiKey[], act: Pick<KeyActionsProps, 'onRotate' | 'onRevoke'>) {
  const columns: Column<ApiKey>[] = [
    { heading: 'Name', cell: (key) => <NameCell of={key} peers={peers} /> },
    { heading: 'State', width: '9.5rem', cell: (key) => <KeyState of={key} /> },
    { heading: 'Created', width: '13%', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      heading: 'Last used',
      width: '13%',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : 'Never used'),
    },
    {
      heading: 'Expires',
      width: '13%',
      cell: ({ expiresAt }) => (expiresAt ? <RelativeTime at={expiresAt} /> : 'Never'),
    },
    {
      heading: 'Actions',
      hideHeading: true,
      align: 'right',
      width: '16%',
      cell: (key) => <KeyActions of={key} rotation={rotationOf(key, peers)} {...act} />,
    },
  ]
  return columns
}

function NameCell({ of: key, peers }: { of: ApiKey; peers: readonly ApiKey[] }) {
  const rotation = rotationOf(key, peers)
  return (
    <Stack gap={2} align="flex-start">
      <Text inherit fw={600} dir="auto">
        {key.name}
      </Text>
      <Copyable text={key.prefix} label={`Copy the prefix ${key.prefix}`} />
      {rotation && <RotationNote of={key} rotation={rotation} />}
    </Stack>
  )
}

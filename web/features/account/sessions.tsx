import { Button, Group, Title } from '@mantine/core'
import { listSessions } from '#contract'
import { useCall } from '../../api.ts'
import { DataTable } from '../../components/data-table.tsx'
import { wholeList } from '../../list.ts'
import { sessionColumns } from './session-columns.tsx'
import { useEndSessions } from './use-end-sessions.ts'

/** Where one is signed in, and how to end that. */
export function Sessions() {
  const list = wholeList(useCall(listSessions))
  const { endOthers, endAll } = useEndSessions()
  const rows = list.rows?.toSorted((one, other) => Number(other.current) - Number(one.current))
  return (
    <section>
      <Group justify="space-between" mt={40} mb="sm">
        <Title order={2}>Where you are signed in</Title>
        <Group gap="xs">
          {rows && rows.length > 1 && (
            <Button variant="default" size="xs" onClick={endOthers}>
              Sign out everywhere else
            </Button>
          )}
          <Button variant="default" size="xs" onClick={endAll}>
            Sign out everywhere
          </Button>
        </Group>
      </Group>
      <DataTable
        label="Sessions"
        list={{ ...list, rows }}
        columns={sessionColumns}
        empty={{ title: 'No sessions', text: 'Each browser that you sign in with stands here.' }}
      />
    </section>
  )
}

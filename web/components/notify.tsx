import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Failure } from './failure.tsx'
import { formatCount } from './format.ts'

/** Confirms an action and offers to undo it, if possible. */
export function notifyDone(message: string, undo?: () => unknown): void {
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const undoAndHide = () => {
    notifications.hide(id)
    undo?.()
  }
  notifications.show({
    id,
    autoClose: undo ? 10_000 : 4_000,
    withBorder: true,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text>{message}</Text>
        {undo && (
          <Button variant="light" size="compact-sm" onClick={undoAndHide}>
            Undo
          </Button>
        )}
      </Group>
    ),
  })
}

/** Reports a failure that has no better place on the page. It stays until it is closed. */
export function notifyFailed(what: string, error: unknown): void {
  notifications.show({ autoClose: false, withBorder: true, message: <Failure what={what} error={error} /> })
}

const mostNames = 5

/** Names the files and folders that could not be read. It stays until it is closed. */
export function notifyUnreadable(names: readonly string[]): void {
  const more = names.length - mostNames
  notifications.show({
    autoClose: false,
    withBorder: true,
    message: (
      <Text>
        Skipped because {names.length === 1 ? 'it' : 'they'} could not be read:{' '}
        <bdi>{names.slice(0, mostNames).join(', ')}</bdi>
        {more > 0 && ` and ${formatCount(more)} more`}
      </Text>
    ),
  })
}

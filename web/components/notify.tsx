import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failure } from './failure.tsx'
import { formatCount } from './format.ts'
import { overlays } from './overlay.ts'

/** Confirms an action and offers to undo it, if possible. */
export function notifyDone(message: string, undo?: () => unknown): void {
  void overlays.use().then(({ notifications }) => {
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
  })
}

/** Reports a failure that has no better place on the page. It stays until it is closed. */
export const notifyFailed = (what: string, error: unknown): void =>
  notifyUntilClosed(<Failure what={what} error={error} />)

/** Shows a message that stays until the user closes it. */
export function notifyUntilClosed(message: ReactNode): void {
  void overlays
    .use()
    .then(({ notifications }) => notifications.show({ autoClose: false, withBorder: true, message }))
}

const mostNames = 5

/** Names the files and folders that could not be read. It stays until it is closed. */
export function notifyUnreadable(names: readonly string[]): void {
  const more = names.length - mostNames
  notifyUntilClosed(
    <Text>
      Skipped because {names.length === 1 ? 'it' : 'they'} could not be read:{' '}
      <bdi>{names.slice(0, mostNames).join(', ')}</bdi>
      {more > 0 && ` and ${formatCount(more)} more`}
    </Text>,
  )
}

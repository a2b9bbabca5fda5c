import { Button, Group, VisuallyHidden } from '@mantine/core'
import type { ApiKey } from '#contract'
import type { Rotation } from './rotation.ts'

export interface KeyActionsProps {
  of: ApiKey
  rotation: Rotation<ApiKey> | undefined
  onRotate: (key: ApiKey) => void
  onRevoke: (key: ApiKey) => void
}

/** What can be done with a key: a revoked one is over, and one that has a successor is not given another. */
export function KeyActions({ of: key, rotation, onRotate, onRevoke }: KeyActionsProps) {
  if (key.status === 'revoked') return null
  return (
    <Group gap={4} justify="flex-end">
      {!rotation && (
        <Button variant="default" size="compact-sm" onClick={() => onRotate(key)}>
          Rotate<VisuallyHidden component="span"> {key.name}</VisuallyHidden>
        </Button>
      )}
      <Button variant="default" size="compact-sm" onClick={() => onRevoke(key)}>
        Revoke<VisuallyHidden component="span"> {key.name}</VisuallyHidden>
      </Button>
    </Group>
  )
}

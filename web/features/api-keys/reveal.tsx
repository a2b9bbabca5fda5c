import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { type ApiKey, listProjects } from '#contract'
import { confirm } from '../../components/confirm.tsx'
import { dateOf } from '../../components/format.ts'
import { CopyToken } from './copy-token.tsx'
import type { IssuedKey } from './create-key.tsx'
import classes from './reveal.module.css'
import { Snippet } from './snippet.tsx'

interface RevealProps {
  issued: IssuedKey
  replaces: ApiKey | undefined
  /** Somebody tried to close this some other way. */
  hint: boolean
  onStored: () => void
}

/** The one time that a token is shown. */
export function Reveal({ issued: { token, name, expiresAt }, replaces, hint, onStored }: RevealProps) {
  useBlocker({
    enableBeforeUnload: true,
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && stay(),
  })
  return (
    <Stack gap="md">
      <Group role="alert" wrap="nowrap" align="flex-start" gap="sm" className={classes.warning ?? ''}>
        <IconAlertTriangle size={20} aria-hidden className={classes.icon} />
        <Text>
          This is the only time that the token is shown. Store it now, where secrets are kept: if it is lost,
          the key has to be replaced.
        </Text>
      </Group>
      <Stack gap={6}>
        <Text c="dimmed" className={classes.fact ?? ''}>
          “<bdi>{name}</bdi>”, {expiresAt ? `expires on ${dateOf(expiresAt)}` : 'never expires'}
        </Text>
        <CopyToken token={token} />
      </Stack>
      <Snippet
        label="Try it in a terminal"
        what="the command"
        text={`curl -H "Authorization: Bearer ${token}" ${location.origin}${listProjects.path}`}
      />
      <Snippet label="For a .env file" what="the line" text={`AERIE_API_KEY=${token}`} />
      {replaces && (
        <Text c="dimmed">
          Next, give the new token to what uses “<bdi>{replaces.name}</bdi>”. The list shows whether the old
          key is still used, and when it is safe to revoke.
        </Text>
      )}
      <Group justify="flex-end" mt="xs">
        <Text c="dimmed" role="status">
          {hint && 'Only this button closes, so that the token is not lost by accident.'}
        </Text>
        <Button variant="default" onClick={onStored}>
          I have stored it
        </Button>
      </Group>
    </Stack>
  )
}

const stay = () =>
  new Promise<boolean>((resolve) =>
    confirm({
      title: 'Leave without the token?',
      consequences: 'It is not shown again. If you have not stored it, the key has to be replaced.',
      confirm: 'Leave',
      cancel: 'Back to the token',
      act: () => resolve(false),
      onCancel: () => resolve(true),
    }),
  )

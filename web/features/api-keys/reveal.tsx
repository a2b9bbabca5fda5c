import { Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ApiKey, type createApiKey, listProjects, type Output } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { CopyButton, useCopyButton } from '../../components/copy.tsx'
import { dateOf } from '../../components/format.ts'
import classes from './reveal.module.css'

/** A key with its token, which only this response contains. */
export type IssuedKey = Output<typeof createApiKey>

/** The only view of a new token. `replaces` is the key it will replace, if any. */
export function Reveal({ issued, replaces }: { issued: IssuedKey; replaces: ApiKey | undefined }) {
  const { token, name, expiresAt } = issued
  return (
    <>
      <Group role="alert" wrap="nowrap" align="flex-start" gap="sm" className={classes.warning ?? ''}>
        <IconAlertTriangle size={20} aria-hidden style={{ flex: 'none' }} />
        <Text>
          The token is shown only once. Store it in a safe place now; if you lose it, rotate the key.
        </Text>
      </Group>
      <Stack gap={6}>
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          “<bdi>{name}</bdi>” {expiresAt ? `expires on ${dateOf(expiresAt)}` : 'never expires'}
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
          Next, replace the token of “<bdi>{replaces.name}</bdi>” wherever it is used. The list shows when the
          old key is safe to revoke.
        </Text>
      )}
    </>
  )
}

function CopyToken({ token }: { token: string }) {
  const { button, copied } = useCopyButton(token, 'Copy token')
  return (
    <>
      <div className={`${classes.line} ${classes.token}`}>
        <code translate="no">{token}</code>
        {button}
      </div>
      <Caption role="status">
        {copied && 'The token is in your clipboard.'}
        {copied === false && 'The browser blocked copying. Click the token to select it, then copy it.'}
      </Caption>
    </>
  )
}

/** A line of text to paste. `what` completes the button's label: `Copy the command`. */
function Snippet({ label, what, text }: { label: string; what: string; text: string }) {
  return (
    <Stack gap={6}>
      <Text fw={500}>{label}</Text>
      <div className={classes.line}>
        <code translate="no">{text}</code>
        <CopyButton text={text} label={`Copy ${what}`} />
      </div>
    </Stack>
  )
}

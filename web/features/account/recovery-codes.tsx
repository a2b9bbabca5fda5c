import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { copyText } from '../../components/copy-text.ts'
import { download } from '../../components/download.ts'
import { stay } from '../../components/unsaved.ts'
import { useMe } from '../../session.ts'
import classes from './recovery-codes.module.css'

interface RecoveryCodesProps {
  codes: string[]
  /** Somebody tried to close this some other way. */
  hint: boolean
  onKept: () => void
}

/** The one time that the recovery codes are shown. */
export function RecoveryCodes({ codes, hint, onKept }: RecoveryCodesProps) {
  const { email } = useMe()
  const [copied, setCopied] = useState<boolean>()
  useBlocker({
    enableBeforeUnload: true,
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && stay(leaving),
  })
  const asText = () => `Recovery codes of ${email} for ${location.origin}\n\n${codes.join('\n')}\n`

  return (
    <Stack>
      <Text>
        When your authenticator app is lost, each of these signs you in once. Keep them where the app is not:
        printed, or in a password manager. They are not shown again.
      </Text>
      <div className={classes.sheet}>
        <Text size="xs" c="dimmed" className={classes.of ?? ''}>
          Recovery codes of {email} for {location.origin}
        </Text>
        <ul className={classes.codes} translate="no">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <Group gap="xs">
        <Button
          data-autofocus
          autoFocus
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={async () => setCopied(await copyText(codes.join('\n')))}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download(new Blob([asText()], { type: 'text/plain' }), 'aerie-recovery-codes.txt')}
        >
          Download
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </Group>
      <Text size="xs" c="dimmed" role="status">
        {copied && 'The codes are in your clipboard.'}
        {copied === false && 'The browser did not let them be copied. Select them and copy them by hand.'}
      </Text>
      <Group justify="flex-end">
        <Text c="dimmed" role="status">
          {hint && 'Only this button closes, so that the codes are not lost by accident.'}
        </Text>
        <Button variant="default" onClick={onKept}>
          I have kept them
        </Button>
      </Group>
    </Stack>
  )
}

const leaving = {
  title: 'Leave without the recovery codes?',
  consequences: 'They are not shown again. If you have not kept them, make new ones.',
  confirm: 'Leave',
  cancel: 'Back to the codes',
}

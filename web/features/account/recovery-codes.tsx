import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Caption } from '../../components/caption.tsx'
import { useCopyButton } from '../../components/copy.tsx'
import { download } from '../../components/download.ts'
import type { useDialog } from '../../components/form-dialog.tsx'
import { SecretDialog } from '../../components/secret-dialog.tsx'
import { useMe } from '../../session.ts'
import classes from './recovery-codes.module.css'

interface RecoveryCodesDialogProps {
  dialog: ReturnType<typeof useDialog>
  title: string
  onClosed: () => void
  /** The form that creates the codes. */
  children: (show: (codes: string[]) => void) => ReactNode
}

/** A dialog that ends with new recovery codes. */
export function RecoveryCodesDialog({ dialog, title, onClosed, children }: RecoveryCodesDialogProps) {
  return (
    <SecretDialog<string[]>
      dialog={dialog}
      title={title}
      secretTitle="Save your recovery codes"
      size={560}
      stored="I have saved them"
      leaving={{
        title: 'Leave without the recovery codes?',
        consequences: 'They are not shown again. If you have not saved them, create new ones.',
        confirm: 'Leave',
        cancel: 'Back to the codes',
      }}
      onClosed={onClosed}
      form={children}
    >
      {(codes) => <RecoveryCodes codes={codes} />}
    </SecretDialog>
  )
}

export function RecoveryCodes({ codes }: { codes: string[] }) {
  const { email } = useMe()
  const { button, copied } = useCopyButton(codes.join('\n'), 'Copy')
  const title = `Recovery codes of ${email} for ${location.origin}`
  const save = () =>
    download(
      new Blob([`${title}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
      'aerie-recovery-codes.txt',
    )

  return (
    <>
      <Text>
        Each code signs you in once if you lose your authenticator app. Print the codes or store them in a
        password manager. They are shown only once.
      </Text>
      <div className={classes.sheet}>
        <Caption style={{ overflowWrap: 'anywhere' }}>{title}</Caption>
        <ul className={classes.codes} translate="no" data-plain>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <Group gap="xs">
        {button}
        <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
          Download
        </Button>
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      <Caption role="status">
        {copied && 'The codes are in your clipboard.'}
        {copied === false && 'The browser blocked copying. Select the codes, then copy them.'}
      </Caption>
    </>
  )
}

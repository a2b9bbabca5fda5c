import { Button, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from '../../components/copy-text.ts'
import classes from './reveal.module.css'

/** The whole token, and the button that copies it. */
export function CopyToken({ token }: { token: string }) {
  const [copied, setCopied] = useState<boolean>()
  return (
    <>
      <div className={`${classes.line} ${classes.token}`}>
        <code translate="no">{token}</code>
        <Button
          autoFocus
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={async () => setCopied(await copyText(token))}
        >
          {copied ? 'Copied' : 'Copy token'}
        </Button>
      </div>
      <Text size="xs" c="dimmed" role="status">
        {copied && 'The token is in your clipboard.'}
        {copied === false && 'The browser did not let it be copied. Click on the token and copy it by hand.'}
      </Text>
    </>
  )
}

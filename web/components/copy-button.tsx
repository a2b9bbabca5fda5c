import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from './copy-text.ts'

type Outcome = 'Copied' | 'Could not be copied' | undefined

/** Copies `text`. `label` says what that is: `Copy the prefix`. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<Outcome>()
  const copy = async () => {
    setOutcome((await copyText(text)) ? 'Copied' : 'Could not be copied')
    setTimeout(setOutcome, 2_000, undefined)
  }
  return (
    <>
      <Tooltip label={outcome ?? label} {...(outcome && { opened: true })}>
        <ActionIcon aria-label={label} size="sm" onClick={copy}>
          {outcome === 'Copied' ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{outcome}</VisuallyHidden>
    </>
  )
}

import { ActionIcon, Button, Group, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './copy.module.css'

type Outcome = 'Copied' | 'Could not be copied' | undefined

/** Copies `text`. `label` names it: `Copy prefix`. */
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

/** Returns the main button of a dialog, which copies `text`, and whether it did: undefined before the first try. */
export function useCopyButton(text: string, label: string) {
  const [copied, setCopied] = useState<boolean>()
  const Icon = copied ? IconCheck : IconCopy
  const button = (
    <Button
      variant="filled"
      data-autofocus
      autoFocus
      leftSection={<Icon size={16} aria-hidden />}
      onClick={async () => setCopied(await copyText(text))}
    >
      {copied ? 'Copied' : label}
    </Button>
  )
  return { button, copied, setCopied }
}

/** An id or a token in monospace with a copy button. */
export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <Group component="span" gap={4} wrap="nowrap" display="inline-flex" maw="100%">
      <code className={classes.line}>{text}</code>
      <CopyButton text={text} label={label} />
    </Group>
  )
}

/**
 * Copies text. Browsers offer no clipboard over plain HTTP from another machine; there, the copy command is run with
 * the text.
 * @returns whether it worked
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const provide = (event: ClipboardEvent) => {
      event.clipboardData?.setData('text/plain', text)
      event.preventDefault()
    }
    document.addEventListener('copy', provide, { once: true })
    const copied = document.execCommand('copy')
    document.removeEventListener('copy', provide)
    return copied
  }
}

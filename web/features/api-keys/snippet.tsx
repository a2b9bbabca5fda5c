import { Stack, Text } from '@mantine/core'
import { CopyButton } from '../../components/copy-button.tsx'
import classes from './reveal.module.css'

interface SnippetProps {
  /** What it is for. */
  label: string
  /** What is copied, as in `Copy the command`. */
  what: string
  text: string
}

/** A line of text, ready to be pasted. */
export function Snippet({ label, what, text }: SnippetProps) {
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

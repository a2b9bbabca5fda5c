import { Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './warnings.module.css'

/** What somebody should know before or after, a sentence each. */
export function Warnings({ sentences }: { sentences: string[] }) {
  return sentences.map((sentence) => (
    <Group key={sentence} gap={8} wrap="nowrap" align="flex-start">
      <IconAlertTriangle size={16} className={classes.icon} role="img" aria-label="Warning" />
      <Text dir="auto">{sentence}</Text>
    </Group>
  ))
}

import { Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

/** Sentences to read before or after a step, each with a warning sign. */
export function Warnings({ sentences }: { sentences: string[] }) {
  return sentences.map((sentence) => (
    <Group key={sentence} gap={8} wrap="nowrap" align="flex-start">
      <IconAlertTriangle
        size={16}
        color="light-dark(#7a4b00, #f0c66d)"
        style={{ flex: 'none', marginTop: 3 }}
        role="img"
        aria-label="Warning"
      />
      <Text dir="auto">{sentence}</Text>
    </Group>
  ))
}

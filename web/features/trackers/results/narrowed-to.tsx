import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type Narrowing, narrowingKeys } from './days.ts'

/** What a comparison has narrowed the mentions to, and a button that shows all. */
export function NarrowedTo({ narrowing, onClear }: { narrowing: Narrowing; onClear: () => void }) {
  const texts = narrowingKeys.flatMap((key) => {
    if (narrowing.without === key) return [`Without ${key}`]
    return narrowing[key] ? [`${names[key]}: ${narrowing[key]}`] : []
  })
  return texts.map((text) => (
    <Button key={text} variant="outline" rightSection={<IconX size={14} aria-hidden />} onClick={onClear}>
      <bdi>{text}</bdi>
    </Button>
  ))
}

const names = { speaker: 'Speaker', tag: 'Tag', author: 'Author', kind: 'Kind', sentiment: 'Sentiment' }

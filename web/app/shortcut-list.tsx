import { Group, Kbd, Stack, Text, Title } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { Fragment } from 'react'

/** Keys that are pressed together. */
type Keys = readonly string[]

/** The keyboard shortcuts of all pages. */
export function ShortcutList() {
  const mod = useOs() === 'macos' ? '⌘' : 'Ctrl'
  const parts: { title: string; shortcuts: [does: string, ...keys: Keys[]][] }[] = [
    {
      title: 'Everywhere',
      shortcuts: [
        ['Search records, pages and actions', [mod, 'K']],
        ['Search on this page', ['/']],
        ['Close a dialog or menu', ['Esc']],
        ['Show these shortcuts', ['?']],
      ],
    },
    {
      title: 'Lists',
      shortcuts: [
        ['Next or previous row', ['↓'], ['↑']],
        ['First or last loaded row', ['Home'], ['End']],
      ],
    },
    { title: 'Sources', shortcuts: [['Next or previous mention', ['J'], ['K']]] },
    {
      title: 'Lines of invoices and stock',
      shortcuts: [
        ['Next line', ['Enter']],
        ['Line above or below, in an invoice', ['↑'], ['↓']],
        ['Duplicate a line of stock', ['Ctrl', 'D']],
        ['Remove a line of stock', ['Ctrl', 'Delete']],
        ['Record a stock document', [mod, 'Enter']],
      ],
    },
  ]
  return (
    <Stack>
      {parts.map(({ title, shortcuts }) => (
        <Stack key={title} component="section" gap="xs" aria-label={title}>
          <Title order={3}>{title}</Title>
          {shortcuts.map(([does, ...keys]) => (
            <Group key={does} justify="space-between" wrap="nowrap">
              <Text>{does}</Text>
              <Group gap={4} wrap="nowrap">
                {keys.map((together, place) => (
                  <Fragment key={together.join('+')}>
                    {place > 0 && <Text span>or</Text>}
                    {together.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </Fragment>
                ))}
              </Group>
            </Group>
          ))}
        </Stack>
      ))}
    </Stack>
  )
}

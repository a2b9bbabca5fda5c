import { Group, Kbd, Stack, Text } from '@mantine/core'
import { useOs } from '@mantine/hooks'

/** The keyboard shortcuts of every page. */
export function ShortcutList() {
  const mod = useOs() === 'macos' ? '⌘' : 'Ctrl'
  const shortcuts = [
    { does: 'Search records, pages and actions', keys: [mod, 'K'] },
    { does: 'Search on this page', keys: ['/'] },
    { does: 'Next or previous row, in a list', keys: ['↓', '↑'] },
    { does: 'Next or previous mention, in a source', keys: ['J', 'K'] },
    { does: 'Close a dialog or menu', keys: ['Esc'] },
    { does: 'Show these shortcuts', keys: ['?'] },
  ]
  return (
    <Stack gap="xs">
      {shortcuts.map(({ does, keys }) => (
        <Group key={does} justify="space-between" wrap="nowrap">
          <Text>{does}</Text>
          <Group gap={4} wrap="nowrap">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </Group>
        </Group>
      ))}
    </Stack>
  )
}

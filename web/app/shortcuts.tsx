import { Group, Kbd, Stack, Text } from '@mantine/core'
import { useHotkeys, useOs, useWindowEvent } from '@mantine/hooks'
import { overlays } from '../components/overlay.ts'
import { isTyping } from '../components/typing.ts'
import { openPalette } from './palette.ts'

/** Handles the shortcuts of every page. Compares typed characters, because keyboard layouts differ. */
export function useShortcuts(): void {
  useHotkeys([['mod+K', openPalette]])
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return
    const act = { '?': showShortcuts, '/': goToSearch }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
}

/** Focuses the page's search field, or opens the command palette if it has none. */
function goToSearch(): void {
  const search = document.querySelector<HTMLInputElement>('main [data-page-search]')
  if (search) search.focus()
  else openPalette()
}

export function showShortcuts(): void {
  const dialog = { modalId: 'shortcuts', title: 'Keyboard shortcuts', size: 'sm', children: <Shortcuts /> }
  void overlays.use().then(({ modals }) => modals.open(dialog))
}

function Shortcuts() {
  const mod = useOs() === 'macos' ? '⌘' : 'Ctrl'
  const shortcuts = [
    { does: 'Go to any page or start an action', keys: [mod, 'K'] },
    { does: 'Search on this page', keys: ['/'] },
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

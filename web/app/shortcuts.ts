import { useWindowEvent } from '@mantine/hooks'
import { createElement } from 'react'
import { overlays } from '../components/overlay.ts'
import { isInField, isTyping } from '../components/typing.ts'
import { loadCode } from '../connection.ts'
import { togglePalette } from './palette/open.ts'

/** Handles the shortcuts of every page. Compares typed characters, because keyboard layouts differ. */
export function useShortcuts(): void {
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return
    const act = shortcutOf(event)
    if (!act) return
    event.preventDefault()
    act()
  })
}

function shortcutOf({ key, target, ctrlKey, metaKey, shiftKey }: KeyboardEvent): (() => unknown) | undefined {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey ? togglePalette : undefined
  if (key === '?') return isInField(target) ? undefined : showShortcuts
  return key === '/' && !isTyping(target) ? goToSearch : undefined
}

/** Focuses the page's search field, or opens the command palette if it has none. */
function goToSearch(): void {
  const search = document.querySelector<HTMLInputElement>('main [data-page-search]')
  if (search) search.focus()
  else void togglePalette()
}

const alone = { 'data-mantine-stop-propagation': 'true' }
let areShown = false

export function showShortcuts(): void {
  if (areShown) return
  areShown = true
  void Promise.all([overlays.use(), loadCode(() => import('./shortcut-list.tsx'))]).then(
    ([{ modals }, { ShortcutList }]) =>
      modals.open({
        modalId: 'shortcuts',
        title: 'Keyboard shortcuts',
        size: 'sm',
        onClose: () => {
          areShown = false
        },
        // Mantine's Escape would close a dialog below, too.
        attributes: { content: alone },
        closeButtonProps: alone as object,
        onKeyDown: ({ key }) => key === 'Escape' && modals.close('shortcuts'),
        children: createElement(ShortcutList),
      }),
  )
}

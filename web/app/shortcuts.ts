import { useWindowEvent } from '@mantine/hooks'
import { createElement } from 'react'
import { overlays } from '../components/overlay.ts'
import { isTyping } from '../components/typing.ts'
import { loadCode } from '../connection.ts'
import { togglePalette } from './palette/open.ts'

/** Handles the shortcuts of every page. Compares typed characters, because keyboard layouts differ. */
export function useShortcuts(): void {
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return
    const isWithMod = event.ctrlKey || event.metaKey
    if (!isWithMod && isTyping(event.target)) return
    const act = isWithMod
      ? event.key.toLowerCase() === 'k' && !event.shiftKey && (() => void togglePalette())
      : { '?': showShortcuts, '/': goToSearch }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
}

/** Focuses the page's search field, or opens the command palette if it has none. */
function goToSearch(): void {
  const search = document.querySelector<HTMLInputElement>('main [data-page-search]')
  if (search) search.focus()
  else void togglePalette()
}

export function showShortcuts(): void {
  void Promise.all([overlays.use(), loadCode(() => import('./shortcut-list.tsx'))]).then(
    ([{ modals }, { ShortcutList }]) =>
      modals.open({
        modalId: 'shortcuts',
        title: 'Keyboard shortcuts',
        size: 'sm',
        children: createElement(ShortcutList),
      }),
  )
}

import { createElement } from 'react'
import { overlays } from '../../components/overlay.ts'
import { loadCode } from '../../connection.ts'

const modalId = 'palette'
let isOpen = false

/** Opens the command palette, or closes it. */
export async function togglePalette(): Promise<void> {
  const [{ modals }, { CommandPalette }] = await Promise.all([
    overlays.use(),
    loadCode(() => import('./command-palette.tsx')),
  ])
  const close = () => modals.close(modalId)
  if (isOpen) return close()
  isOpen = true
  modals.open({
    modalId,
    withCloseButton: false,
    padding: 0,
    size: 600,
    centered: false,
    yOffset: '14vh',
    attributes: { content: { 'aria-label': 'Search' } },
    onClose: () => {
      isOpen = false
    },
    children: createElement(CommandPalette, { onDone: close }),
  })
}

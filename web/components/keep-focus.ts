import type { RefObject } from 'react'

const dialogFadesMs = 250

/**
 * Moves the focus to `place` once a dialog has faded, unless it is somewhere: a dialog gives it back to what opened it,
 * which may be gone with what was done there.
 */
export const keepFocusAt = (place: RefObject<HTMLElement | null>) => () => {
  setTimeout(() => document.activeElement === document.body && place.current?.focus(), dialogFadesMs)
}

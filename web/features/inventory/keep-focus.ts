import type { MouseEvent } from 'react'

/**
 * Lets a press of the mouse leave the focus where it is. A field that is left may say what is wrong with it, which
 * would move the button away below the pointer before it is released.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault()

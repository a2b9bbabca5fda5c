import { useLocation } from '@tanstack/react-router'
import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'

let lastPage: string | undefined

/**
 * Moves the focus to the heading after a navigation, so that screen readers announce the page. A page that stays
 * mounted while its address changes needs a key for each address.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page being left sees the next address too
  useEffect(() => {
    const navigated = lastPage !== undefined && lastPage !== pathname
    lastPage = pathname
    if (navigated) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

const dialogFadesMs = 250

/**
 * Moves the focus to `place` once a dialog has faded, unless something has it: a dialog returns the focus to the element
 * that opened it, which may no longer exist.
 */
export const keepFocusAt = (place: RefObject<HTMLElement | null>) => () => {
  setTimeout(() => document.activeElement === document.body && place.current?.focus(), dialogFadesMs)
}

/**
 * Keeps the focus where it is when the mouse button is pressed. Leaving a field may show its error, which would move the
 * clicked button away from the pointer before it is released.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault()

const wrong = ':is(input, textarea, select)[aria-invalid="true"]:not([data-asks]), [data-wrong]'

/** Returns a function that focuses the first field with an error, once the errors are rendered. */
export function useFocusFirstError(form: RefObject<HTMLElement | null>): () => void {
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>(wrong)?.focus()
  }, [refusals, form])
  return useCallback(() => setRefusals((count) => count + 1), [])
}

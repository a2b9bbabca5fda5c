import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

let lastPage: string | undefined

/**
 * Moves focus to the heading of a page that a navigation has brought, so that it is read out. A page that shows
 * another thing at another address without leaving the screen has a key for each.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that is being left sees the next address too
  useEffect(() => {
    const navigated = lastPage !== undefined && lastPage !== pathname
    lastPage = pathname
    if (navigated) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

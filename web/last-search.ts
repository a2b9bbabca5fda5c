import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The filters that each page had when it was last open, by its path. Another user of the tab loads all anew. */
const searches = new Map<string, object>()

/** Remembers the filters in the current address. */
export function useRememberSearch(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    const { dialog: _open, ...filters } = search as Record<string, unknown>
    searches.set(pathname, filters)
  }, [pathname, search])
}

/** Returns the filters that a page had when it was last open, so that a link to it leads back to the same rows. */
export function useLastSearch(to: string, params: object = {}): object {
  const { pathname } = useRouter().buildLocation({ to, params } as never)
  return searches.get(pathname) ?? {}
}

import type { KeyboardEvent, ReactNode } from 'react'

interface ResultKeysProps {
  /** The search whose matches are shown; undefined while they are outdated. */
  ready: string | undefined
  children: ReactNode
}

/** Arrow keys move from the search field into its matches and between them; so does Enter from the search field. */
export function ResultKeys({ ready, children }: ResultKeysProps) {
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const { key, target, currentTarget } = event
    const links = [...currentTarget.querySelectorAll<HTMLElement>('a[data-row-link]')]
    const search = currentTarget.querySelector<HTMLInputElement>('[data-page-search]')
    const place = links.indexOf(target as HTMLElement)
    const fromSearch = target === search
    if (!fromSearch && place === -1) return
    if (fromSearch && search?.value.trim() !== ready) return

    const to =
      key === 'ArrowDown' || (fromSearch && key === 'Enter')
        ? links[place + 1]
        : key === 'ArrowUp' && !fromSearch
          ? (links[place - 1] ?? search)
          : undefined
    if (!to) return
    event.preventDefault()
    to.focus()
  }
  // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the field and the links in it
  return <div onKeyDown={press}>{children}</div>
}

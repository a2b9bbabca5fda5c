import type { KeyboardEvent, ReactNode } from 'react'

interface ResultKeysProps {
  /** What the rows on the page are the matches of; undefined while they are those of something else. */
  ready: string | undefined
  children: ReactNode
}

/** The arrow keys lead from a search into its matches and along them; from the search, Enter does too. */
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
  // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed in it are a field and links, which have the focus
  return <div onKeyDown={press}>{children}</div>
}

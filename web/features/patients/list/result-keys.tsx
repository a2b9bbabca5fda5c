import type { KeyboardEvent, ReactNode } from 'react'

interface ResultKeysProps {
  /** The search whose matches are shown; undefined while they are outdated. */
  ready: string | undefined
  children: ReactNode
}

/** Arrow keys move from the search field to its first match and back; so does Enter from the search field. */
export function ResultKeys({ ready, children }: ResultKeysProps) {
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const { key, target, currentTarget } = event
    const first = currentTarget.querySelector<HTMLElement>('a[data-row-link]')
    const search = currentTarget.querySelector<HTMLInputElement>('[data-page-search]')
    const isForward = target === search && search?.value.trim() === ready
    const to =
      isForward && ['ArrowDown', 'Enter'].includes(key)
        ? first
        : target === first && key === 'ArrowUp'
          ? search
          : null
    if (!to) return
    event.preventDefault()
    to.focus()
  }
  // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the field and the links in it
  return <div onKeyDown={press}>{children}</div>
}

import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { own } from '#rules/own'
import { isTyping } from '../typing.ts'

/**
 * Moves the focus between the links of a table's rows: by one row with the arrow keys, or to the first and last loaded row
 * with Home and End. Tab still reaches everything in the rows. Spread the result on the `tbody`.
 * @param count of rows, each of which may have a `RowLink` and has its place in `data-index`
 */
export function useRowKeys(count: number) {
  const ref = useRef<HTMLTableSectionElement>(null)
  const [current, setCurrent] = useState<number>()
  const next = useRef<number>(undefined)

  // The row may only be in the document since this render.
  useLayoutEffect(() => {
    if (next.current === undefined) return
    const link = ref.current?.querySelector<HTMLElement>(`[data-index="${next.current}"] a[data-row-link]`)
    next.current = undefined
    link?.focus({ preventScroll: true })
    link?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  })

  const onFocus = ({ target }: FocusEvent) => {
    const index = indexOf(target)
    if (index !== undefined) setCurrent(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const index = indexOf(event.target as Element)
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (index === undefined || !isPlain || event.defaultPrevented || isTyping(event.target)) return
    const to = own({ ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 }, event.key)
    if (to === undefined || to < 0 || to >= count || !ref.current?.querySelector('a[data-row-link]')) return
    event.preventDefault()
    event.stopPropagation()
    next.current = to
    setCurrent(to)
  }
  /** Menus of a row are elsewhere in the document. */
  const indexOf = (element: Element): number | undefined => {
    const row = ref.current?.contains(element) && element.closest<HTMLElement>('[data-index]')
    return row ? Number(row.dataset.index) : undefined
  }
  return { ref, current, onFocus, onKeyDown }
}

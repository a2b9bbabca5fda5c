import { useLocation } from '@tanstack/react-router'
import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { plural } from '../format.ts'
import { rowProps, type TableViewProps } from './row-props.ts'
import classes from './table.module.css'
import { TableRow } from './table-rows.tsx'

/** The height of a row in pixels, if none was drawn before. */
const usualHeight = 45
/** The number of rows drawn above and below the visible ones. */
const beyond = 8
/** The number of rows before the end at which more are loaded. */
const nearEnd = 20
/** Printing more takes minutes. */
const mostPrinted = 1000

interface WindowedRowsProps<Item> extends TableViewProps<Item> {
  rows: readonly Item[]
  /** The index of a row that stays in the document, because it has the focus or gets it. */
  current: number | undefined
  /** The table's body. When this is first rendered, it still has the rows that these replace. */
  body: RefObject<HTMLElement | null>
}

/**
 * The rows of a long table: only the visible ones are in the document, and the one with the focus. The space of the others is
 * kept by empty rows. To print the table, its first 1,000 rows are drawn.
 */
export default function WindowedRows<Item>(props: WindowedRowsProps<Item>) {
  const { label, rows, list, columns, selection, current, body, idOf } = props
  const isPrinting = useIsPrinting()
  const begin = useRef<HTMLTableRowElement>(null)
  const top = useTopOf(begin)
  const { known, keep } = useHeights(label)
  // Rows are measured once they are visible: the better the estimate, the less the page moves.
  const [estimate] = useState(() => known?.estimate ?? meanHeightIn(body.current) ?? usualHeight)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => estimate,
    measureElement: (row) => row.getBoundingClientRect().height,
    getItemKey: (index) => idOf(rows[index]!),
    scrollMargin: top,
    overscan: beyond,
    initialRect: { width: innerWidth, height: innerHeight },
    initialMeasurementsCache: known?.measured ?? [],
    rangeExtractor: (range) => including(current, defaultRangeExtractor(range), rows.length),
    useFlushSync: false,
  })
  useEffect(
    () => () => keep({ estimate, measured: virtualizer.takeSnapshot() }),
    [virtualizer, estimate, keep],
  )

  const items = virtualizer.getVirtualItems()
  const { endIndex = 0 } = virtualizer.range ?? {}
  // Rows that have just arrived are not drawn yet.
  const isNearEnd = endIndex >= (list.rows?.length ?? 0) - nearEnd
  useEffect(() => {
    if (isNearEnd) list.fill?.()
  }, [isNearEnd, list.fill])

  const row = (index: number, measured?: true) => (
    <TableRow
      key={idOf(rows[index]!)}
      {...rowProps(props, rows[index]!)}
      index={index}
      ref={measured && virtualizer.measureElement}
    />
  )
  if (isPrinting) {
    const printed = Math.min(rows.length, mostPrinted)
    return (
      <>
        {Array.from({ length: printed }, (_, index) => row(index))}
        {printed < rows.length && (
          <tr>
            <td colSpan={columns.length + (selection ? 1 : 0)}>
              The first {plural(printed, 'row')} of {plural(rows.length, 'row')}.
            </td>
          </tr>
        )}
      </>
    )
  }
  const end = virtualizer.getTotalSize() + top
  return (
    <>
      <Space ref={begin} height={0} />
      {items.flatMap((item, place) => [
        <Space key={`before ${item.key}`} height={item.start - (items[place - 1]?.end ?? top)} />,
        row(item.index, true),
      ])}
      <Space height={end - (items.at(-1)?.end ?? top)} />
    </>
  )
}

/** Keeps the space of rows that are not in the document. */
function Space({ height, ref }: { height: number; ref?: RefObject<HTMLTableRowElement | null> }) {
  if (height <= 0 && !ref) return null
  return (
    <tr aria-hidden className={classes.space} ref={ref}>
      <td style={{ height }} />
    </tr>
  )
}

/** Returns the mean height of a table's rows, if some are drawn. */
function meanHeightIn(body: HTMLElement | null): number | undefined {
  const rows = body?.querySelectorAll('[data-index]') ?? []
  const [first, last] = [rows[0], rows[rows.length - 1]]
  if (!first || !last) return
  return (last.getBoundingClientRect().bottom - first.getBoundingClientRect().top) / rows.length
}

function including(one: number | undefined, indexes: number[], count: number): number[] {
  if (one === undefined || one >= count || indexes.includes(one)) return indexes
  return [...indexes, one].toSorted((one, other) => one - other)
}

/** Returns how far below the top of the page an element is. What is above it may grow. */
function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (!element.current) return
    const now = element.current.getBoundingClientRect().top + scrollY
    if (Math.abs(now - top) > 1) setTop(now)
  })
  return top
}

const mostRemembered = 20
const remembered = new Map<string, Heights>()

interface Heights {
  /** The height of rows that were not visible. */
  estimate: number
  measured: VirtualItem[]
}

/** Returns the heights that the rows of a table had at this address, so that going back arrives at the same row. */
function useHeights(label: string) {
  const { href, pathname } = useLocation()
  const key = `${label} ${href}`
  const [own] = useState(pathname)
  const latest = useRef(key)
  // While the next page is being loaded, the address is that page's.
  if (pathname === own) latest.current = key
  const [keep] = useState(() => (heights: Heights) => {
    remembered.delete(latest.current)
    remembered.set(latest.current, heights)
    const [oldest] = remembered.keys()
    if (remembered.size > mostRemembered) remembered.delete(oldest!)
  })
  return { known: remembered.get(key), keep }
}

/** Returns whether the page is about to be printed, and draws what depends on it before the browser does. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const note = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'))
    addEventListener('beforeprint', note)
    addEventListener('afterprint', note)
    return () => {
      removeEventListener('beforeprint', note)
      removeEventListener('afterprint', note)
    }
  }, [])
  return isPrinting
}

import type { ReactNode } from 'react'
import { getItem, type Item } from '#contract'
import { useCall } from '../../../api.ts'
import { Loaded } from '../../../components/page.tsx'

interface WithItemProps {
  itemId: string | undefined
  children: (item: Item | undefined) => ReactNode
}

/** A form that begins with an item, once that is loaded, or with none. */
export function WithItem({ itemId, children }: WithItemProps) {
  return itemId ? <LoadedItem itemId={itemId}>{children}</LoadedItem> : children(undefined)
}

function LoadedItem({ itemId, children }: WithItemProps & { itemId: string }) {
  return (
    <Loaded call={useCall(getItem, { itemId })} what="The item could not be loaded">
      {children}
    </Loaded>
  )
}

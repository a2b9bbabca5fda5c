import { Caption } from '../../../components/caption.tsx'
import { type Column, RowLink } from '../../../components/data-table.tsx'

interface Valued {
  itemId: string
  sku: string
  name: string
}

/** Gives each row the id of its item. */
export const valuedRows = (rows: readonly object[] | undefined) =>
  (rows as Valued[] | undefined)?.map((row) => ({ ...row, id: row.itemId }))

export const itemColumn: Column<Valued> = {
  heading: 'Item',
  cell: ({ itemId, sku, name }) => (
    <>
      <RowLink to="/inventory/items/$itemId" params={{ itemId }}>
        <bdi>{sku}</bdi>
      </RowLink>
      <Caption lineClamp={2}>
        <bdi>{name}</bdi>
      </Caption>
    </>
  ),
}

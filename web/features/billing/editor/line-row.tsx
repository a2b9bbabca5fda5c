import { Button, NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo } from 'react'
import { getItem, type InvoiceLine, type Item, quantityInput, unitPriceInput } from '#contract'
import { callOptions } from '../../../api.ts'
import { formatQuantity } from '../../../components/amounts.ts'
import { Caption } from '../../../components/caption.tsx'
import { DecimalField } from '../../../components/decimal-field.tsx'
import type { FormRow } from '../../../components/form-fields.ts'
import { RemoveRow } from '../../../components/form-rows.tsx'
import { Money } from '../../../components/money.tsx'
import { sameValues } from '../../../components/rows.ts'
import { ItemPicker } from '../../inventory/item-picker/item-picker.tsx'
import { DiscountField } from './discounts.tsx'
import classes from './lines.module.css'
import type { LineValues } from './values.ts'

interface LineRowProps {
  row: FormRow<LineValues>
  computed: InvoiceLine | undefined
  isInclusive: boolean
  currency: string
  /** The currency of what is typed, whose totals may not be computed yet. */
  typedCurrency: string
  taxes: { value: string; label: string }[]
  onRemove: () => void
  /** Moves to the quantity of the same line or to the next line. */
  goTo: (cell: 'quantity' | 'next') => void
}

/** One line of the grid. */
export const LineRow = memo(function LineRow({ row, computed, goTo, ...props }: LineRowProps) {
  const { at, field } = row
  const label = (field: string) => `${field}, line ${at + 1}`
  return (
    <tr data-row={at}>
      <td data-cell="description">
        <LineText row={row} onEnter={() => goTo('quantity')} onEmptyEnter={() => goTo('next')} />
      </td>
      <td data-cell="quantity" data-heading="Quantity">
        <DecimalField aria-label={label('Quantity')} rule={quantityInput} {...field('quantity')} />
      </td>
      <td data-cell="unitPrice" data-heading="Price">
        <DecimalField
          aria-label={label('Price')}
          rule={unitPriceInput}
          currency={props.typedCurrency}
          {...field('unitPrice')}
        />
      </td>
      <td data-cell="discount" data-heading="Discount">
        <DiscountField aria-label={label('Discount')} currency={props.typedCurrency} {...field('discount')} />
      </td>
      <td data-cell="tax" data-heading="Tax">
        <NativeSelect aria-label={label('Tax')} data={props.taxes} {...field('tax')} />
      </td>
      <td className={classes.amount} data-heading="Amount">
        {computed ? (
          <Money amount={props.isInclusive ? computed.gross : computed.net} currency={props.currency} />
        ) : (
          '–'
        )}
      </td>
      <td className={classes.remove}>
        <RemoveRow label={`Remove line ${at + 1}`} onClick={props.onRemove} size="md" mt={0} />
      </td>
    </tr>
  )
}, sameValues)

interface LineTextProps {
  row: FormRow<LineValues>
  onEnter: () => void
  onEmptyEnter: () => void
}

/** One field for a description in any words or an item, and the item that the line takes from stock. */
function LineText({ row, ...moves }: LineTextProps) {
  const { values: line, change } = row
  const place = row.at + 1
  const queries = useQueryClient()
  const itemOptions = (itemId: string) => callOptions(getItem, { itemId })
  const { data } = useQuery({ ...itemOptions(line.itemId ?? ''), enabled: line.itemId !== null })
  const item = (line.itemId !== null && data) || null

  const choose = (item: Item | null) => {
    if (item) queries.setQueryData(itemOptions(item.id).queryKey, item)
    change({
      itemId: item?.id ?? null,
      code: item?.sku ?? null,
      lot: null,
      acceptExpired: false,
      locationId: null,
      ...(item && { description: item.name }),
    })
  }
  return (
    <>
      <ItemPicker
        aria-label={`Description, line ${place}`}
        placeholder="Service, product, SKU or scan"
        maxLength={500}
        freeText={line.description}
        value={item}
        onChange={choose}
        onTyped={(description) => change({ description })}
        error={row.errors.description}
        {...moves}
        onPicked={moves.onEnter}
      />
      {item && (
        <Caption className={classes.item ?? ''}>
          <span>
            From stock: <bdi>{item.sku}</bdi>, {formatQuantity(item.onHand)} <bdi>{item.unit}</bdi> on hand
          </span>
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Don’t take from stock, line ${place}`}
            onClick={() => choose(null)}
          >
            Don’t take from stock
          </Button>
        </Caption>
      )}
    </>
  )
}

import { Button, NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo } from 'react'
import { getItem, type InvoiceLine, type Item } from '#contract'
import { own } from '#rules/own'
import { callOptions } from '../../../api.ts'
import { formatQuantity } from '../../../components/amounts.ts'
import { Caption } from '../../../components/caption.tsx'
import { DecimalField } from '../../../components/decimal-field.tsx'
import { RemoveRow } from '../../../components/form-rows.tsx'
import { Money } from '../../../components/money.tsx'
import { ItemPicker } from '../../inventory/item-picker/item-picker.tsx'
import { DiscountField } from './discounts.tsx'
import classes from './lines.module.css'
import type { LineValues } from './values.ts'

export type LineErrors = Partial<
  Record<'description' | 'quantity' | 'unitPrice' | 'discount' | 'tax', string>
>

interface LineRowProps {
  line: LineValues
  /** Starts at 1. */
  place: number
  computed: InvoiceLine | undefined
  isInclusive: boolean
  currency: string
  /** The currency of what is typed, whose totals may not be computed yet. */
  typedCurrency: string
  taxes: { value: string; label: string }[]
  errors: LineErrors
  onChange: (key: string, change: Partial<LineValues>) => void
  onRemove: (key: string) => void
  /** Moves to a field of the same line or to the next line. */
  goTo: (key: string, cell: 'quantity' | 'next') => void
}

/** One line of the grid. */
export const LineRow = memo(
  function LineRow({ line, place, computed, errors, onChange, ...row }: LineRowProps) {
    const { key } = line
    const change = (change: Partial<LineValues>) => onChange(key, change)
    const label = (field: string) => `${field}, line ${place}`
    const decimal = (name: 'quantity' | 'unitPrice' | 'discount') => ({
      value: line[name],
      onChange: (typed: string) => change({ [name]: typed }),
      error: errors[name],
    })
    return (
      <tr data-row={key}>
        <td data-cell="description">
          <LineText
            line={line}
            place={place}
            error={errors.description}
            onChange={change}
            onEnter={() => row.goTo(key, 'quantity')}
            onEmptyEnter={() => row.goTo(key, 'next')}
          />
        </td>
        <td data-cell="quantity" data-heading="Quantity">
          <DecimalField
            aria-label={label('Quantity')}
            rule={({ quantityInput }) => quantityInput}
            {...decimal('quantity')}
          />
        </td>
        <td data-cell="unitPrice" data-heading="Price">
          <DecimalField
            aria-label={label('Price')}
            rule={({ unitPriceInput }) => unitPriceInput}
            currency={row.typedCurrency}
            {...decimal('unitPrice')}
          />
        </td>
        <td data-cell="discount" data-heading="Discount">
          <DiscountField
            aria-label={label('Discount')}
            currency={row.typedCurrency}
            {...decimal('discount')}
          />
        </td>
        <td data-cell="tax" data-heading="Tax">
          <NativeSelect
            aria-label={label('Tax')}
            data={row.taxes}
            value={line.tax}
            onChange={(event) => change({ tax: event.currentTarget.value })}
            error={errors.tax}
          />
        </td>
        <td className={classes.amount} data-heading="Amount">
          {computed ? (
            <Money amount={row.isInclusive ? computed.gross : computed.net} currency={row.currency} />
          ) : (
            '–'
          )}
        </td>
        <td className={classes.remove}>
          <RemoveRow label={`Remove line ${place}`} onClick={() => row.onRemove(key)} size="md" mt={0} />
        </td>
      </tr>
    )
  },
  // Typing in one of many rows must not render the others.
  (before, after) => {
    const { computed, errors, ...same } = before
    return (
      Object.entries(same).every(([name, value]) => Object.is(own({ ...after }, name), value)) &&
      JSON.stringify([computed, errors]) === JSON.stringify([after.computed, after.errors])
    )
  },
)

interface LineTextProps {
  line: LineValues
  place: number
  error: string | undefined
  onChange: (change: Partial<LineValues>) => void
  onEnter: () => void
  onEmptyEnter: () => void
}

/** One field for a description in any words or an item, and the item that the line takes from stock. */
function LineText({ line, place, error, onChange, ...moves }: LineTextProps) {
  const queries = useQueryClient()
  const itemOptions = (itemId: string) => callOptions(getItem, { itemId })
  const { data } = useQuery({ ...itemOptions(line.itemId ?? ''), enabled: line.itemId !== null })
  const item = (line.itemId !== null && data) || null

  const choose = (item: Item | null) => {
    if (item) queries.setQueryData(itemOptions(item.id).queryKey, item)
    onChange({
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
        onTyped={(description) => onChange({ description })}
        error={error}
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

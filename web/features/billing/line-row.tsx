import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { type InvoiceLine, quantityInput, unitPriceInput } from '#contract'
import { DecimalField } from '../../components/decimal-field.tsx'
import { Money } from '../../components/money.tsx'
import { DiscountField } from './discount-field.tsx'
import classes from './editor-lines.module.css'
import type { LineValues } from './editor-values.ts'
import { LineItem } from './line-item.tsx'

export type LineErrors = Partial<
  Record<'description' | 'item' | 'quantity' | 'unitPrice' | 'discount' | 'tax', string>
>

interface LineRowProps {
  line: LineValues
  /** From 1 on. */
  place: number
  computed: InvoiceLine | undefined
  isInclusive: boolean
  currency: string
  taxes: { value: string; label: string }[]
  errors: LineErrors
  onChange: (key: string, change: Partial<LineValues>) => void
  onRemove: (key: string) => void
  /** Goes on to a field of the same line, or to the line after it. */
  goTo: (key: string, cell: 'quantity' | 'next') => void
}

/** A line of the grid. */
export const LineRow = memo(
  function LineRow({ line, place, computed, errors, onChange, ...row }: LineRowProps) {
    const { key } = line
    const change = (change: Partial<LineValues>) => onChange(key, change)
    const label = (field: string) => `${field}, line ${place}`
    return (
      <tr data-row={key}>
        <td data-cell="description">
          <TextInput
            aria-label={label('Description')}
            placeholder="What was done or supplied"
            dir="auto"
            maxLength={500}
            value={line.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
            error={errors.description}
          />
          <LineItem
            line={line}
            label={label('Item from stock')}
            error={errors.item}
            onChange={change}
            onPicked={() => row.goTo(key, 'quantity')}
            onEmptyEnter={() => row.goTo(key, 'next')}
          />
        </td>
        <td data-cell="quantity" data-heading="Quantity">
          <DecimalField
            aria-label={label('Quantity')}
            rule={quantityInput}
            value={line.quantity}
            onChange={(quantity) => change({ quantity })}
            error={errors.quantity}
          />
        </td>
        <td data-cell="unitPrice" data-heading="Price">
          <DecimalField
            aria-label={label('Price')}
            rule={unitPriceInput}
            value={line.unitPrice}
            onChange={(unitPrice) => change({ unitPrice })}
            error={errors.unitPrice}
          />
        </td>
        <td data-cell="discount" data-heading="Discount">
          <DiscountField
            aria-label={label('Discount')}
            value={line.discount}
            onChange={(discount) => change({ discount })}
            error={errors.discount}
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
          <ActionIcon aria-label={`Remove line ${place}`} onClick={() => row.onRemove(key)}>
            <IconX size={16} />
          </ActionIcon>
        </td>
      </tr>
    )
  },
  // Rows are many, and a key pressed in one is nothing to the others.
  (before, after) => {
    const { computed, errors, ...same } = before
    return (
      Object.entries(same).every(([name, value]) => Object.is(after[name as keyof LineRowProps], value)) &&
      JSON.stringify([computed, errors]) === JSON.stringify([after.computed, after.errors])
    )
  },
)

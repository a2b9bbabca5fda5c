import { Text } from '@mantine/core'
import { memo } from 'react'
import { type Level, lotKey, transferStock } from '#contract'
import { addDecimals, formatQuantity } from '../../../components/amounts.ts'
import type { FormRow } from '../../../components/form-fields.ts'
import { sameValues } from '../../../components/rows.ts'
import { LotField } from '../adjust/lot-field.tsx'
import classes from '../document-form/lines-grid.module.css'
import { QuantityField } from '../document-form/quantity-field.tsx'
import { useLevelsOf } from '../document-form/use-levels-of.ts'
import { ItemPicker } from '../item-picker/item-picker.tsx'
import type { TransferLine } from './transfer-lines.ts'

const quantityRule = transferStock.body.shape.lines.element.shape.quantity

interface TransferLineFieldsProps {
  row: FormRow<TransferLine>
  from: string
  /** Moves to a field of this line. */
  onGoTo: (cell: 'lot' | 'quantity') => void
  onEmptyEnter: () => void
}

/** The fields of one line of a transfer, and the quantity on hand where it comes from. */
export const TransferLineFields = memo(function TransferLineFields(props: TransferLineFieldsProps) {
  const { row, from, onGoTo } = props
  const { field, change } = row
  const { item, lot } = row.values
  const levels = useLevelsOf(item?.id)?.filter((level) => level.locationId === from)
  const onHand = levels && onHandIn(levels, lot.trim())
  return (
    <>
      <ItemPicker
        label="Item"
        data-cell="item"
        className={classes.wide ?? ''}
        {...field('item')}
        onTyped={(typed) => change({ typed })}
        onChange={(item) => change({ item, lot: '' }, ['quantity'])}
        onScanned={({ lot }) => lot && change({ lot })}
        onPicked={({ lotTracking }) => onGoTo(lotTracking ? 'lot' : 'quantity')}
        onEmptyEnter={props.onEmptyEnter}
      />
      {item?.lotTracking ? (
        <LotField
          levels={levels ?? []}
          {...field('lot')}
          onChange={(lot) => change({ lot }, ['quantity'])}
          onPicked={() => onGoTo('quantity')}
        />
      ) : (
        <span className={classes.absent}>–</span>
      )}
      <QuantityField label="Quantity" item={item} rule={quantityRule} {...field('quantity')} />
      <div className={classes.fact}>
        <span className={classes.factName}>On hand</span>
        {item && onHand !== undefined ? <span>{formatQuantity(onHand)}</span> : <Text c="dimmed">–</Text>}
      </div>
    </>
  )
}, sameValues)

/** The quantity on hand of a lot, or of all lots if none is named. */
const onHandIn = (levels: readonly Level[], lot: string): string =>
  levels
    .filter((level) => lot === '' || (level.lot !== null && lotKey(level.lot) === lotKey(lot)))
    .reduce((sum, { onHand }) => addDecimals(sum, onHand), '0')

import { Button, Text } from '@mantine/core'
import { memo, useEffect } from 'react'
import { adjustStock, type Level, lotKey } from '#contract'
import { formatQuantity, isSame } from '../../../components/amounts.ts'
import type { FormRow } from '../../../components/form-fields.ts'
import { sameValues } from '../../../components/rows.ts'
import classes from '../document-form/lines-grid.module.css'
import { QuantityField } from '../document-form/quantity-field.tsx'
import { useLevelsOf } from '../document-form/use-levels-of.ts'
import { ItemPicker } from '../item-picker/item-picker.tsx'
import type { AdjustLine, AdjustMode } from './adjust-lines.ts'
import { LotField } from './lot-field.tsx'

const quantityRule = adjustStock.body.shape.lines.element.shape.quantity

interface AdjustLineFieldsProps {
  row: FormRow<AdjustLine>
  mode: AdjustMode
  heading: string
  locationId: string
  /** Moves to a field of this line. */
  onGoTo: (cell: 'lot' | 'quantity') => void
  onEmptyEnter: () => void
}

/** The fields of one line of an adjustment, and the quantity on hand. */
export const AdjustLineFields = memo(function AdjustLineFields(props: AdjustLineFieldsProps) {
  const { row, mode, heading, locationId, onGoTo } = props
  const { values, errors, field, change, fill } = row
  const { item, lot, seen } = values
  const levels = useLevelsOf(item?.id)?.filter((level) => level.locationId === locationId)
  const slot = [item?.id, locationId, item?.lotTracking ? lot.trim() : ''].join(' ')
  const onHand = onHandIn(levels, item?.lotTracking ? lot.trim() : null)

  // A count refers to the quantity on hand when it began; a change since then is shown, not applied silently.
  useEffect(() => {
    if (onHand !== undefined && seen?.slot !== slot) fill({ seen: { slot, onHand } })
  })
  const [only, ...others] = levels ?? []
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, since emptying the field means another lot
  useEffect(() => {
    if (item?.lotTracking && lot === '' && only?.lot && others.length === 0) fill({ lot: only.lot })
  }, [item?.id, only?.lot, others.length])

  const hasMoved =
    mode === 'count' && onHand !== undefined && seen?.slot === slot && !isSame(seen.onHand, onHand)

  return (
    <>
      <ItemPicker
        label="Item"
        data-cell="item"
        className={classes.wide ?? ''}
        {...field('item')}
        onTyped={(typed) => change({ typed })}
        onChange={(item) => change({ item, lot: '', seen: null }, ['quantity'])}
        onScanned={({ lot }) => lot && change({ lot })}
        onPicked={({ lotTracking }) => onGoTo(lotTracking ? 'lot' : 'quantity')}
        onEmptyEnter={props.onEmptyEnter}
      />
      {item?.lotTracking ? (
        <LotField
          levels={levels ?? []}
          {...field('lot')}
          onChange={(lot) => change({ lot }, ['quantity', 'seen'])}
          onPicked={() => onGoTo('quantity')}
        />
      ) : (
        <span className={classes.absent}>–</span>
      )}
      <QuantityField
        label={heading}
        item={item}
        inputMode="text"
        rule={quantityRule}
        {...field('quantity')}
      />
      <div className={classes.fact}>
        <span className={classes.factName}>On hand</span>
        {onHand === undefined ? <Text c="dimmed">–</Text> : <span>{formatQuantity(onHand)}</span>}
        {hasMoved ? (
          <Moved from={seen.onHand} to={onHand} onUse={() => change({ seen: { slot, onHand } })} />
        ) : (
          errors.seen && (
            <Text size="xs" c="var(--mantine-color-error)">
              {errors.seen}
            </Text>
          )
        )}
      </div>
    </>
  )
}, sameValues)

/** The quantity on hand of a lot, or of an item without lots; undefined until it is loaded or a lot is entered. */
function onHandIn(levels: readonly Level[] | undefined, lot: string | null): string | undefined {
  if (!levels || lot === '') return undefined
  return levels.find((level) => keyOf(level.lot) === keyOf(lot))?.onHand ?? '0'
}

const keyOf = (lot: string | null) => lot && lotKey(lot)

function Moved({ from, to, onUse }: { from: string; to: string; onUse: () => void }) {
  return (
    <>
      <Text size="xs" c="var(--mantine-color-error)" role="status">
        Stock changed from {formatQuantity(from)} to {formatQuantity(to)} since you began. Count again, unless
        your count includes the change.
      </Text>
      <Button size="compact-xs" data-wrong onClick={onUse}>
        Use {formatQuantity(to)}
      </Button>
    </>
  )
}

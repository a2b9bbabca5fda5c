import { Button, Text } from '@mantine/core'
import { memo, useEffect } from 'react'
import { decimalInput, type Level } from '#contract'
import { formatQuantity } from '../../components/amounts.ts'
import { DecimalField } from '../../components/decimal-field.tsx'
import { isSame } from '../../components/decimals.ts'
import type { AdjustLine, AdjustMode } from './adjust-lines.ts'
import { ItemPicker } from './item-picker.tsx'
import classes from './lines-grid.module.css'
import { LotField } from './lot-field.tsx'
import { sameValues } from './same-values.ts'
import { Unit } from './unit.tsx'
import { useLevelsOf } from './use-levels-of.ts'

const anyQuantity = decimalInput({ sign: 'any', digits: 12, decimals: 6 })

interface AdjustLineFieldsProps {
  line: AdjustLine
  mode: AdjustMode
  heading: string
  locationId: string
  errors: Record<string, string>
  onChange: (patch: Partial<AdjustLine>, clears: string[]) => void
  /** Goes on to a field of this line. */
  onGoTo: (cell: 'lot' | 'quantity') => void
  onEmptyEnter: () => void
}

/** The fields of one line of an adjustment, and what is on hand of it. */
export const AdjustLineFields = memo(function AdjustLineFields(props: AdjustLineFieldsProps) {
  const { line, mode, heading, locationId, errors, onChange, onGoTo } = props
  const { item, lot, quantity, seen } = line
  const levels = useLevelsOf(item?.id)?.filter((level) => level.locationId === locationId)
  const slot = [item?.id, locationId, item?.lotTracking ? lot.trim() : ''].join(' ')
  const onHand = onHandIn(levels, item?.lotTracking ? lot.trim() : null)

  // What one counts against is what was there when one began to; what moves after that is said, not slipped in.
  useEffect(() => {
    if (onHand !== undefined && seen?.slot !== slot) onChange({ seen: { slot, onHand } }, ['expectedOnHand'])
  })
  const [only, ...others] = levels ?? []
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; whoever empties the field means another lot
  useEffect(() => {
    if (item?.lotTracking && lot === '' && only?.lot && others.length === 0)
      onChange({ lot: only.lot }, ['lot'])
  }, [item, only?.lot, others.length])

  const hasMoved =
    mode === 'count' && onHand !== undefined && seen?.slot === slot && !isSame(seen.onHand, onHand)

  return (
    <>
      <ItemPicker
        label="Item"
        data-cell="item"
        className={classes.wide ?? ''}
        value={item}
        error={errors.itemId ?? errors.sku}
        onTyped={(typed) => onChange({ typed }, [])}
        onChange={(item) =>
          onChange({ item, lot: '', seen: null }, ['itemId', 'sku', 'lot', 'quantity', 'expectedOnHand'])
        }
        onScanned={({ lot }) => lot && onChange({ lot }, ['lot'])}
        onPicked={({ lotTracking }) => onGoTo(lotTracking ? 'lot' : 'quantity')}
        onEmptyEnter={props.onEmptyEnter}
      />
      {item?.lotTracking ? (
        <LotField
          levels={levels ?? []}
          value={lot}
          error={errors.lot}
          onChange={(lot) => onChange({ lot }, ['lot', 'quantity', 'expectedOnHand'])}
          onPicked={() => onGoTo('quantity')}
        />
      ) : (
        <span className={classes.absent}>–</span>
      )}
      <DecimalField
        label={heading}
        data-cell="quantity"
        inputMode="text"
        rule={anyQuantity}
        value={quantity}
        error={errors.quantity}
        rightSection={item && <Unit of={item} />}
        rightSectionWidth={56}
        onChange={(quantity) => onChange({ quantity }, ['quantity'])}
      />
      <div className={classes.fact}>
        <span className={classes.factName}>On hand</span>
        {onHand === undefined ? <Text c="dimmed">–</Text> : <span>{formatQuantity(onHand)}</span>}
        {hasMoved ? (
          <Moved
            from={seen.onHand}
            to={onHand}
            onUse={() => onChange({ seen: { slot, onHand } }, ['expectedOnHand'])}
          />
        ) : (
          errors.expectedOnHand && (
            <Text size="xs" c="var(--mantine-color-error)">
              {errors.expectedOnHand}
            </Text>
          )
        )}
      </div>
    </>
  )
}, sameValues)

/** What is on hand of a lot, or of an item without lots; undefined while that is not known or no lot is said. */
function onHandIn(levels: readonly Level[] | undefined, lot: string | null): string | undefined {
  if (!levels || lot === '') return undefined
  return levels.find((level) => level.lot === lot)?.onHand ?? '0'
}

function Moved({ from, to, onUse }: { from: string; to: string; onUse: () => void }) {
  return (
    <>
      <Text size="xs" c="var(--mantine-color-error)" role="status">
        It was {formatQuantity(from)} when you began and is {formatQuantity(to)} now. Count again, unless your
        count has what moved.
      </Text>
      <Button variant="default" size="compact-xs" data-wrong onClick={onUse}>
        Count against {formatQuantity(to)}
      </Button>
    </>
  )
}

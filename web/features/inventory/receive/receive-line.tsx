import { Checkbox, TextInput } from '@mantine/core'
import { memo } from 'react'
import { quantityInput, unitPriceInput } from '#contract'
import { DecimalField } from '../../../components/decimal-field.tsx'
import type { FormRow } from '../../../components/form-fields.ts'
import { calendarDate, daysBetween } from '../../../components/format.ts'
import { sameValues } from '../../../components/rows.ts'
import { TypedField } from '../../../components/typed-field.tsx'
import classes from '../document-form/lines-grid.module.css'
import { QuantityField } from '../document-form/quantity-field.tsx'
import { useLevelsOf } from '../document-form/use-levels-of.ts'
import { ItemPicker } from '../item-picker/item-picker.tsx'
import { expiryDate, expiryDates } from './expiry-date.ts'
import type { ReceiveLine } from './receive-lines.ts'

interface ReceiveLineFieldsProps {
  row: FormRow<ReceiveLine>
  today: string
  /** The currency of costs. */
  currency: string | undefined
  onPicked: () => void
  onEmptyEnter: () => void
  onCreate: (text: string) => void
}

/** Dates stay as they are printed on the pack. */
const expiry = {
  read: String,
  show: String,
  choices: (typed: string) => expiryDates(typed),
  name: calendarDate,
}

/** The fields of one line of a delivery note, in the order of the note. */
export const ReceiveLineFields = memo(function ReceiveLineFields(props: ReceiveLineFieldsProps) {
  const { row, today } = props
  const { values, errors, field, change } = row
  const { item, acceptExpired } = values
  const isRefusedAsExpired = errors.expires !== undefined && hasExpired(values, today)
  return (
    <>
      <ItemPicker
        label="Item"
        data-cell="item"
        className={classes.wide ?? ''}
        {...field('item')}
        onTyped={(typed) => change({ typed })}
        onChange={(item) => change({ item }, ['lot', 'expires'])}
        onScanned={({ lot, expiresOn }) =>
          change({ ...(lot && { lot }), ...(expiresOn && { expires: expiresOn }) }, ['lot', 'expires'])
        }
        onPicked={props.onPicked}
        onEmptyEnter={props.onEmptyEnter}
        onCreate={props.onCreate}
      />
      <QuantityField label="Quantity" item={item} rule={quantityInput} {...field('quantity')} />
      <LotField row={row} />
      <ExpiryField row={row} today={today} />
      <DecimalField
        label="Unit cost"
        data-cell="unitCost"
        placeholder="Optional"
        rule={unitPriceInput}
        currency={props.currency}
        {...field('unitCost')}
      />
      {(isRefusedAsExpired || acceptExpired) && (
        <Checkbox
          className={classes.note ?? ''}
          label="Accept although expired"
          checked={acceptExpired}
          onChange={(event) => change({ acceptExpired: event.currentTarget.checked }, ['expires'])}
        />
      )}
    </>
  )
}, sameValues)

/** The lot, if the item has lots. A known one has one expiry date, which need not be typed again. */
function LotField({ row: { values, errors, field, change } }: Pick<ReceiveLineFieldsProps, 'row'>) {
  const { item, lot, expires } = values
  const levels = useLevelsOf(item?.lotTracking ? item.id : undefined)
  const fillExpiry = () => {
    const known = levels?.find((level) => level.lot === lot.trim())?.expiresOn
    if (known && !expires.trim()) change({ expires: known })
  }
  if (!item?.lotTracking) return <Absent error={errors.lot} />
  return (
    <TextInput
      label="Lot"
      data-cell="lot"
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      {...field('lot')}
      onChange={(event) => change({ lot: event.currentTarget.value }, ['expires'])}
      onBlur={fillExpiry}
    />
  )
}

/** The expiry date, if the item has one, and in words what was typed. */
function ExpiryField({ row, today }: Pick<ReceiveLineFieldsProps, 'row' | 'today'>) {
  const { values, errors, field, change } = row
  const date = expiryDate(values.expires)
  if (!values.item?.expiryTracking) return <Absent error={errors.expires} />
  return (
    <TypedField
      label="Expires"
      data-cell="expires"
      placeholder="2027-03"
      meaning={expiry}
      {...field('expires')}
      description={
        date && !errors.expires && calendarDate(date) + (hasExpired(values, today) ? ', expired' : '')
      }
      onChange={(expires) => change({ expires, acceptExpired: false })}
    />
  )
}

function hasExpired({ expires }: ReceiveLine, today: string): boolean {
  const date = expiryDate(expires)
  return date !== null && daysBetween(today, date) < 0
}

/** Shown if the item does not have this field. */
function Absent({ error }: { error: string | undefined }) {
  return <span className={classes.absent}>{error ?? '–'}</span>
}

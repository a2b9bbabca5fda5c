import { Checkbox, TextInput } from '@mantine/core'
import { memo } from 'react'
import { DecimalField } from '../../../components/decimal-field.tsx'
import { calendarDate, daysBetween } from '../../../components/format.ts'
import { TypedField } from '../../../components/typed-field.tsx'
import classes from '../document-form/lines-grid.module.css'
import { QuantityField } from '../document-form/quantity-field.tsx'
import { useLevelsOf } from '../document-form/use-levels-of.ts'
import { sameValues } from '../document-form/use-rows.ts'
import { ItemPicker } from '../item-picker/item-picker.tsx'
import { expiryDate, expiryDates } from './expiry-date.ts'
import type { ReceiveLine } from './receive-lines.ts'

interface ReceiveLineFieldsProps {
  line: ReceiveLine
  errors: Record<string, string>
  /** Whether `errors` come from the server. */
  isRefused: boolean
  today: string
  /** The currency of costs. */
  currency: string | undefined
  onChange: (patch: Partial<ReceiveLine>, clears: string[]) => void
  onPicked: () => void
  onEmptyEnter: () => void
  onCreate: (text: string) => void
}

type FieldProps = Pick<ReceiveLineFieldsProps, 'line' | 'onChange'>

/** Dates stay as they are printed on the pack. */
const expiry = {
  read: String,
  show: String,
  choices: (typed: string) => expiryDates(typed),
  name: calendarDate,
}

/** The fields of one line of a delivery note, in the order of the note. */
export const ReceiveLineFields = memo(function ReceiveLineFields(props: ReceiveLineFieldsProps) {
  const { line, errors, isRefused, today, onChange } = props
  const { item, quantity, acceptExpired, unitCost } = line
  const isRefusedAsExpired = isRefused && errors.expiresOn !== undefined && hasExpired(line, today)
  return (
    <>
      <ItemPicker
        label="Item"
        data-cell="item"
        className={classes.wide ?? ''}
        value={item}
        error={errors.itemId ?? errors.sku ?? errors.gtin}
        onTyped={(typed) => onChange({ typed }, [])}
        onChange={(item) => onChange({ item }, ['itemId', 'sku', 'gtin', 'lot', 'expiresOn'])}
        onScanned={({ lot, expiresOn }) =>
          onChange({ ...(lot && { lot }), ...(expiresOn && { expires: expiresOn }) }, ['lot', 'expiresOn'])
        }
        onPicked={props.onPicked}
        onEmptyEnter={props.onEmptyEnter}
        onCreate={props.onCreate}
      />
      <QuantityField
        label="Quantity"
        item={item}
        rule={({ quantityInput }) => quantityInput}
        value={quantity}
        error={errors.quantity}
        onChange={(quantity) => onChange({ quantity }, ['quantity'])}
      />
      <LotField line={line} error={errors.lot} onChange={onChange} />
      <ExpiryField line={line} errors={errors} today={today} onChange={onChange} />
      <DecimalField
        label="Unit cost"
        data-cell="unitCost"
        placeholder="Optional"
        rule={({ unitPriceInput }) => unitPriceInput}
        currency={props.currency}
        value={unitCost}
        error={errors.unitCost}
        onChange={(unitCost) => onChange({ unitCost }, ['unitCost'])}
      />
      {(isRefusedAsExpired || acceptExpired) && (
        <Checkbox
          className={classes.note ?? ''}
          label="Accept although expired"
          checked={acceptExpired}
          onChange={(event) =>
            onChange({ acceptExpired: event.currentTarget.checked }, ['expiresOn', 'acceptExpired'])
          }
        />
      )}
    </>
  )
}, sameValues)

/** The lot, if the item has lots. A known one has one expiry date, which need not be typed again. */
function LotField({
  line: { item, lot, expires },
  error,
  onChange,
}: FieldProps & { error?: string | undefined }) {
  const levels = useLevelsOf(item?.lotTracking ? item.id : undefined)
  const fillExpiry = () => {
    const known = levels?.find((level) => level.lot === lot.trim())?.expiresOn
    if (known && !expires.trim()) onChange({ expires: known }, ['expiresOn'])
  }
  if (!item?.lotTracking) return <Absent error={error} />
  return (
    <TextInput
      label="Lot"
      data-cell="lot"
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      value={lot}
      error={error}
      onChange={(event) => onChange({ lot: event.currentTarget.value }, ['lot', 'expiresOn'])}
      onBlur={fillExpiry}
    />
  )
}

/** The expiry date, if the item has one, and in words what was typed. */
function ExpiryField(props: FieldProps & Pick<ReceiveLineFieldsProps, 'errors' | 'today'>) {
  const { line, errors, today, onChange } = props
  const date = expiryDate(line.expires)
  if (!line.item?.expiryTracking) return <Absent error={errors.expiresOn} />
  return (
    <TypedField
      label="Expires"
      data-cell="expires"
      placeholder="2027-03"
      meaning={expiry}
      value={line.expires}
      error={errors.expiresOn ?? errors.acceptExpired}
      description={
        date && !errors.expiresOn && calendarDate(date) + (hasExpired(line, today) ? ', expired' : '')
      }
      onChange={(expires) => onChange({ expires, acceptExpired: false }, ['expiresOn', 'acceptExpired'])}
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

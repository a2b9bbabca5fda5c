import { Autocomplete } from '@mantine/core'
import type { Level } from '#contract'
import { formatQuantity } from '../../../components/amounts.ts'
import { calendarDate } from '../../../components/format.ts'

interface LotFieldProps {
  /** The levels of the item, by lot. */
  levels: readonly Level[]
  value: string
  error?: string
  onChange: (lot: string) => void
  onPicked: () => void
}

/** A lot: one of those on hand, earliest expiry date first, or any other by name. */
export function LotField({ levels, value, error, onChange, onPicked }: LotFieldProps) {
  const byLot = new Map(levels.flatMap((level) => (level.lot === null ? [] : [[level.lot, level]])))
  const names = [...byLot.values()]
    .toSorted((a, b) => (a.expiresOn ?? '9999').localeCompare(b.expiresOn ?? '9999'))
    .map(({ lot }) => lot ?? '')
  return (
    <Autocomplete
      label="Lot"
      data-cell="lot"
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      data={names}
      value={value}
      error={error}
      onChange={onChange}
      onOptionSubmit={onPicked}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      renderOption={({ option }) => <Lot level={byLot.get(option.value)} />}
    />
  )
}

function Lot({ level }: { level: Level | undefined }) {
  if (!level) return null
  return (
    <span>
      <bdi>{level.lot}</bdi> ·{' '}
      {level.expiresOn ? `expires ${calendarDate(level.expiresOn)}` : 'no expiry date'} ·{' '}
      {formatQuantity(level.onHand)} on hand
      {level.isQuarantined && ' · in quarantine'}
    </span>
  )
}

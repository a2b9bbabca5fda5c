import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { currency } from '#contract'
import { locale } from './format.ts'
import classes from './select-options.module.css'

interface CurrencySelectProps {
  label?: string
  description?: ReactNode
  value?: string
  onChange?: (currency: string) => void
  error?: ReactNode
  name?: string
}

const names = new Intl.DisplayNames(locale, { type: 'currency' })
const currencies = Intl.supportedValuesOf('currency')
  .filter((code) => currency.safeParse(code).success)
  .map((code) => ({ value: code, label: `${code} · ${names.of(code)}` }))

/** One of all currencies that amounts can be in, found by typing its code or parts of its name. */
export function CurrencySelect({ value, onChange, ...field }: CurrencySelectProps) {
  return (
    <Select
      label="Currency"
      data={currencies}
      searchable
      filter={named}
      selectFirstOptionOnChange
      allowDeselect={false}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      // What stands there is replaced by typing, not added to.
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
      value={value ?? null}
      onChange={(code) => code && onChange?.(code)}
      {...field}
    />
  )
}

/** A list that stays a list where nothing is found. */
const nothing: ComboboxItem = { value: '', label: 'No currency has that name', disabled: true }

const named: OptionsFilter = ({ options, search }) => {
  const words = search.toLowerCase().split(/\s+/)
  const found = (options as ComboboxItem[]).filter(({ label }) =>
    words.every((word) => label.toLowerCase().includes(word)),
  )
  return found.length > 0 ? found : [nothing]
}

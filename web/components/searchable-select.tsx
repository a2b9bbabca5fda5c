import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { currencies } from '#contract'
import { locale } from './format.ts'

interface SearchableSelectProps extends SelectProps {
  /** Shown when no option matches. */
  nothingFound: string
}

/** Chooses one of many options by typing parts of its label. Typing replaces the current value. */
export function SearchableSelect({ nothingFound, ...props }: SearchableSelectProps) {
  return (
    <Select
      searchable
      filter={filterOr({ value: '', label: nothingFound, disabled: true })}
      selectFirstOptionOnChange
      allowDeselect={false}
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
      {...props}
    />
  )
}

/** Matches all words of the search; without a match the list stays open and shows `nothing`. */
const filterOr =
  (nothing: ComboboxItem): OptionsFilter =>
  ({ options, search }) => {
    const words = search.toLowerCase().split(/\s+/)
    const found = (options as ComboboxItem[]).filter(({ label }) =>
      words.every((word) => label.toLowerCase().includes(word)),
    )
    return found.length > 0 ? found : [nothing]
  }

interface CurrencySelectProps {
  label?: string
  description?: ReactNode
  value?: string
  onChange?: (currency: string) => void
  error?: ReactNode
  name?: string
}

const names = new Intl.DisplayNames(locale, { type: 'currency' })
const options = currencies().map((code) => ({ value: code, label: `${code} · ${names.of(code)}` }))

/** A searchable list of the currencies that the contract accepts. */
export function CurrencySelect({ value, onChange, ...field }: CurrencySelectProps) {
  return (
    <SearchableSelect
      label="Currency"
      data={options}
      nothingFound="No currency found"
      value={value ?? null}
      onChange={(code) => code && onChange?.(code)}
      {...field}
    />
  )
}

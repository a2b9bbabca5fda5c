import type { ReactNode } from 'react'
import { countryName } from './format.ts'
import { SearchableSelect } from './searchable-select.tsx'

/** Codes with a name that ISO 3166-1 does not assign, such as those of former countries. */
const notAssigned =
  /^(AC|AN|BU|CP|CQ|CS|DD|DG|DY|EA|EU|EZ|FX|HV|IC|NH|QO|RH|SU|TA|TP|UK|UN|VD|XA|XB|YD|YU|ZR|ZZ)$/

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The countries by name, in the page's language. */
const countries = letters
  .flatMap((first) => letters.map((second) => first + second))
  .flatMap((value) => {
    const label = notAssigned.test(value) ? undefined : countryName(value)
    return label ? [{ value, label }] : []
  })
  .toSorted((a, b) => a.label.localeCompare(b.label))

interface CountrySelectProps {
  /** The ISO 3166 code; empty for none. */
  value?: string
  onChange?: (code: string) => void
  description?: ReactNode
  error?: ReactNode
  name?: string
}

/** A searchable list of countries, and the code in use if it is none of them. */
export default function CountrySelect({ value = '', onChange, ...field }: CountrySelectProps) {
  const isListed = !value || countries.some((country) => country.value === value)
  return (
    <SearchableSelect
      label="Country"
      data={isListed ? countries : [{ value, label: value }, ...countries]}
      nothingFound="No country found"
      clearable
      value={value || null}
      onChange={(code) => onChange?.(code ?? '')}
      {...field}
    />
  )
}

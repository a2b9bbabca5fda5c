import { CloseButton, Group, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Children, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Operation } from '#contract'
import type { Filters } from '../list.ts'
import type { FiltersOf } from '../list-address.ts'
import classes from './filters.module.css'

/** A field that filters a list. */
export type Filter<Values> = (filters: Pick<Filters<Values>, 'values' | 'set'>) => ReactNode

/** A field that filters the list of an operation. */
export type FilterOf<O extends Operation> = Filter<FiltersOf<O>>

/** A search of a list, by default for its `q`. `label` names what is searched: `Search projects`. */
export const searchFilter =
  <Name extends string = 'q'>(
    label: string,
    name = 'q' as Name,
  ): Filter<{ [Key in NoInfer<Name>]?: string }> =>
  ({ values, set }) => (
    <SearchField label={label} value={values[name]} onChange={(text) => set(change(name, text))} />
  )

/** A filter by a text, which applies on Enter or when the field is left. */
export const textFilter =
  <Name extends string>(name: Name, label: string, maxLength = 200): Filter<{ [Key in Name]?: string }> =>
  ({ values, set }) => (
    <TextFilter
      label={label}
      maxLength={maxLength}
      value={values[name]}
      onChange={(text) => set(change(name, text))}
    />
  )

/** Returns the change of one filter. */
export const change = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  ({ [name]: value }) as { [Key in Name]: Value | undefined }

interface FilterBarProps<Values> {
  filters: readonly Filter<Values>[]
  state: Parameters<Filter<Values>>[0]
}

/** The search and filters above a list. */
export function FilterBar<Values>({ filters, state }: FilterBarProps<Values>) {
  return (
    <Group role="search" align="flex-start" gap="sm" mb="md">
      {Children.toArray(filters.map((filter) => filter(state)))}
    </Group>
  )
}

interface SearchFieldProps {
  /** What is searched: `Search projects`. */
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** The search field of a page, focused by `/`. It reports after a pause in typing. */
function SearchField({ label, value = '', onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const known = useRef(value)
  const report = useDebouncedCallback((text: string) => {
    known.current = text.trim()
    onChange(known.current || undefined)
  }, 250)

  // Other parts of the page can clear filters or follow links. A value reported from here comes back while the user
  // may have typed on.
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    setTyped(value)
  }, [value])

  const type = (text: string) => {
    setTyped(text)
    report(text)
  }
  return (
    <SearchInput
      label={label}
      flex="1 1 14rem"
      maw={{ base: 'none', sm: '22rem' }}
      value={typed}
      onChange={type}
    />
  )
}

interface SearchInputProps extends Omit<TextInputProps, 'onChange'> {
  /** What is searched: `Search projects`. */
  label: string
  value: string
  onChange: (typed: string) => void
}

/** A search input with an icon and a clear button. `/` focuses it. */
export function SearchInput({ label, value, onChange, ...props }: SearchInputProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      data-page-search
      classNames={{ input: classes.search ?? '' }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        value && <CloseButton size="sm" aria-label="Clear the search" onClick={() => onChange('')} />
      }
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...props}
    />
  )
}

interface TextFilterProps {
  label: string
  value: string | undefined
  maxLength: number
  onChange: (value: string | undefined) => void
}

function TextFilter({ label, value = '', maxLength, onChange }: TextFilterProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const apply = (text: string) => text.trim() !== value && onChange(text.trim() || undefined)
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      dir="auto"
      enterKeyHint="search"
      flex={{ base: '1 1 8rem', sm: '0 1 7rem' }}
      maxLength={maxLength}
      rightSection={
        value && (
          <CloseButton
            size="sm"
            aria-label={`Any ${label.toLowerCase()}`}
            onClick={() => onChange(undefined)}
          />
        )
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => apply(typed)}
      onKeyDown={(event) => event.key === 'Enter' && apply(typed)}
    />
  )
}

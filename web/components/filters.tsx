import { CloseButton, Group, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './filters.module.css'

/** The search and filters above a list. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <Group role="search" align="flex-start" gap="sm" mb="md">
      {children}
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
export function SearchField({ label, value = '', onChange }: SearchFieldProps) {
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
  maxLength?: number
  onChange: (value: string | undefined) => void
}

/** A filter by a text, which applies on Enter or when the field is left. */
export function TextFilter({ label, value = '', maxLength = 200, onChange }: TextFilterProps) {
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

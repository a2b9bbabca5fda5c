import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './search-field.module.css'

interface SearchFieldProps {
  /** What is searched: `Search projects`. */
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** The search of a page, which `/` leads to. It reports once typing rests. */
export function SearchField({ label, value = '', onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const known = useRef(value)
  const report = useDebouncedCallback((text: string) => {
    known.current = text.trim()
    onChange(known.current || undefined)
  }, 250)

  // Filters can be cleared, and addresses followed, from elsewhere on the page. What was reported from here comes
  // back while typing may have gone on.
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
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      data-page-search
      className={classes.search ?? ''}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />}
      maxLength={200}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

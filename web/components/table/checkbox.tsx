import { type ChangeEvent, useEffect, useRef } from 'react'

interface CheckboxProps {
  /** For screen readers: `Select Nightly export`. */
  label: string
  checked: boolean
  indeterminate?: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** A checkbox of the browser, because a table has many. */
export function Checkbox({ label, checked, indeterminate = false, onChange }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])
  return <input type="checkbox" ref={input} aria-label={label} checked={checked} onChange={onChange} />
}

import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'

interface ReceivedAtProps {
  /** Of the reader's own clock: `2026-01-31T09:30`; blank for now. */
  value: string
  error: string | undefined
  onChange: (at: string) => void
}

/** When a delivery came. That is now, so the field stands behind a button, out of the way of those who type on. */
export function ReceivedAt({ value, error, onChange }: ReceivedAtProps) {
  const [asked, setAsked] = useState(false)
  if (!asked && !value)
    return (
      <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => setAsked(true)}>
        It came earlier than now…
      </Button>
    )
  return (
    <TextInput
      type="datetime-local"
      label="Received"
      name="receivedAt"
      description="Blank means now."
      maw="16rem"
      autoFocus
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

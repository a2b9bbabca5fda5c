import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './settings-form.module.css'
import type { Part, SettingsFormState } from './use-settings-form.ts'

/** Appears at the bottom of the window while something is unsaved, and names it. */
export function SaveBar({ state: { form, unsaved, discard } }: { state: SettingsFormState }) {
  const place = useRef<HTMLDivElement>(null)
  const isShown = unsaved.length > 0
  const wasShown = useRef(isShown)

  // The button that had the focus disappears.
  useEffect(() => {
    if (wasShown.current && !isShown && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true })
    wasShown.current = isShown
  }, [isShown])

  return (
    <div ref={place} tabIndex={-1} className={isShown ? (classes.bar ?? '') : ''}>
      <Text role="status" className={classes.unsaved ?? ''}>
        {isShown && `Unsaved: ${[...new Set(unsaved.map(partName))].join(', ')}`}
      </Text>
      {isShown && (
        <Group gap="xs" ml="auto">
          <Button onClick={discard} disabled={form.submitting}>
            Discard
          </Button>
          <Button variant="filled" type="submit" loading={form.submitting}>
            Save
          </Button>
        </Group>
      )}
    </div>
  )
}

const names: Partial<Record<Part, string>> = {
  organisationName: 'name',
  uses: 'use',
  timeZone: 'time zone',
  language: 'language',
  currency: 'currency',
  termsDays: 'payment terms',
  taxRates: 'tax rates',
  invoiceSeries: 'numbering',
  creditNoteSeries: 'numbering',
  'retention.invoicesYears': 'retention',
  'retention.archivedProjectsMonths': 'retention',
}

const partName = (part: Part): string => names[part] ?? 'letterhead'

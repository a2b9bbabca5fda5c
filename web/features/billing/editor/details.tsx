import { NativeSelect } from '@mantine/core'
import type { Settings } from '#contract'
import { DateField } from '../../../components/date-field.tsx'
import { DecimalField } from '../../../components/decimal-field.tsx'
import type { InvoiceEditor } from './use-invoice-editor.ts'

export const taxModes = [
  { value: 'exclusive', label: 'Excluding tax' },
  { value: 'inclusive', label: 'Including tax' },
]

/** The date of the invoice and when it is due. */
export function EditorDetails({ form, settings }: { form: InvoiceEditor['form']; settings: Settings }) {
  return (
    <>
      <DateField label="Date" description="Defaults to the day of issue." {...form.field('issueDate')} />
      <NativeSelect
        label="Due"
        data={[
          { value: 'terms', label: 'Days after its date' },
          { value: 'date', label: 'On a date' },
        ]}
        {...form.field('dueBy')}
      />
      {form.values.dueBy === 'terms' ? (
        <DecimalField
          label="Payment terms (days)"
          inputMode="numeric"
          placeholder={String(settings.termsDays)}
          {...form.field('termsDays')}
        />
      ) : (
        <DateField label="Due date" {...form.field('dueDate')} />
      )}
    </>
  )
}

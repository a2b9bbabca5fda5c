import { NativeSelect } from '@mantine/core'
import type { ChangeEvent } from 'react'
import type { Settings } from '#contract'
import { DateField } from '../../../components/date-field.tsx'
import { DecimalField } from '../../../components/decimal-field.tsx'
import type { InvoiceEditor } from './use-invoice-editor.ts'

type DetailName = 'issueDate' | 'dueBy' | 'termsDays' | 'dueDate' | 'taxMode' | 'series' | 'buyerReference'

export const taxModes = [
  { value: 'exclusive', label: 'Excluding tax' },
  { value: 'inclusive', label: 'Including tax' },
]

/** Returns the props of an input for a value that is text. */
export const fieldOf = ({ values, errors, change }: InvoiceEditor, name: DetailName) => ({
  value: values[name],
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    change({ [name]: event.currentTarget.value }),
  error: errors[name],
})

const typedOf = (editor: InvoiceEditor, name: 'issueDate' | 'dueDate' | 'termsDays') => ({
  ...fieldOf(editor, name),
  onChange: (value: string) => editor.change({ [name]: value }),
})

/** The date of the invoice and when it is due. */
export function EditorDetails({ editor, settings }: { editor: InvoiceEditor; settings: Settings }) {
  return (
    <>
      <DateField label="Date" description="Defaults to the day of issue." {...typedOf(editor, 'issueDate')} />
      <NativeSelect
        label="Due"
        data={[
          { value: 'terms', label: 'Days after its date' },
          { value: 'date', label: 'On a date' },
        ]}
        {...fieldOf(editor, 'dueBy')}
      />
      {editor.values.dueBy === 'terms' ? (
        <DecimalField
          label="Payment terms (days)"
          inputMode="numeric"
          placeholder={String(settings.termsDays)}
          {...typedOf(editor, 'termsDays')}
        />
      ) : (
        <DateField label="Due date" {...typedOf(editor, 'dueDate')} />
      )}
    </>
  )
}

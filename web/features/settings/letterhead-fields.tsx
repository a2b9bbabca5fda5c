import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { letterheadFields } from './settings-values.ts'
import type { SettingsFormState } from './use-settings-form.ts'

type Field = Exclude<(typeof letterheadFields)[number], 'terms'>

const labels: Record<Field, string> = {
  line: 'Street and number',
  postalCode: 'Postal code',
  city: 'City',
  region: 'Region',
  country: 'Country',
  phone: 'Telephone',
  email: 'E-mail address',
  website: 'Website',
  taxId: 'VAT identifier',
  registration: 'Registration',
  bank: 'Bank',
  iban: 'IBAN',
  bic: 'BIC',
}

const help: Partial<Record<Field, string>> = {
  country: 'Its two letters, such as DE.',
  taxId: 'With its country’s letters, such as DE123456789.',
  registration: 'Of the company or the practice.',
}

/** What stands at the head and foot of an invoice. */
export function LetterheadFields({ state: { form, values, theirsIn } }: { state: SettingsFormState }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {(Object.keys(labels) as Field[]).map((field) => (
          <TextInput
            key={field}
            label={labels[field]}
            description={theirsIn(`letterhead.${field}`) ?? help[field]}
            dir="auto"
            autoComplete="off"
            {...form.field(`letterhead.${field}`)}
            {...(field === 'country' && {
              value: values.letterhead.country,
              onChange: (event) =>
                form.setValue('letterhead.country', event.currentTarget.value.toUpperCase() as never),
            })}
          />
        ))}
      </SimpleGrid>
      <Textarea
        label="Terms"
        description={theirsIn('letterhead.terms') ?? 'Printed below the totals.'}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
        {...form.field('letterhead.terms')}
      />
    </>
  )
}

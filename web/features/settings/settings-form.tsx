import { Box, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { letterheadFields, Settings } from '#contract'
import { LanguageSelect, languageName } from '../../components/language-select.tsx'
import { OperationForm } from '../../components/operation-form.tsx'
import { CurrencySelect } from '../../components/searchable-select.tsx'
import { SeriesFields } from './series-fields.tsx'
import classes from './settings-form.module.css'
import { TaxRateFields } from './tax-rate-fields.tsx'
import { TimeZoneSelect, zoneName } from './time-zone-select.tsx'
import { type SettingsFormState, useSettingsForm } from './use-settings-form.ts'
import { UsesField } from './uses-field.tsx'

export function SettingsForm({ settings }: { settings: Settings }) {
  const state = useSettingsForm(settings)
  const { form, theirsIn } = state
  return (
    <Box maw="44rem">
      <OperationForm form={form} submit="Save">
        <TextInput
          label="Name"
          dir="auto"
          description={theirsIn('organisationName') ?? 'Shown in the app, in invitations and on invoices.'}
          {...form.field('organisationName')}
        />
        <UsesField
          label="Used for"
          description={theirsIn('uses') ?? 'Pages of the other half are left out of the navigation.'}
          {...form.field('uses')}
        />
        <TimeZoneSelect
          note={theirsIn('timeZone', (zone) => zoneName(String(zone)))}
          {...form.field('timeZone')}
        />
        <LanguageSelect
          none="Unknown"
          description={
            theirsIn('language', (code) => languageName(String(code))) ??
            'Of short texts in projects without a language or longer sources.'
          }
          {...form.field('language')}
        />
        <Section title="Invoices" text="Defaults for new invoices.">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <CurrencySelect
              description={theirsIn('currency') ?? 'Also used for inventory costs.'}
              {...form.field('currency')}
            />
            <TextInput
              label="Payment terms (days)"
              inputMode="numeric"
              autoComplete="off"
              description={theirsIn('termsDays') ?? 'Enter 0 for payment on receipt.'}
              {...form.field('termsDays')}
            />
          </SimpleGrid>
        </Section>
        <Section title="Letterhead" text="Printed on every invoice. All fields are optional.">
          <LetterheadFields state={state} />
        </Section>
        <Section title="Tax rates" text="Choices for invoice lines.">
          <TaxRateFields state={state} />
        </Section>
        <Section
          title="Numbering"
          text="Each series is numbered separately, without gaps. The first one is the default."
        >
          <SeriesFields state={state} />
        </Section>
      </OperationForm>
    </Box>
  )
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" className={classes.section ?? ''}>
      <div>
        <Title order={2}>{title}</Title>
        <Text c="dimmed">{text}</Text>
      </div>
      {children}
    </Stack>
  )
}

type Field = Exclude<(typeof letterheadFields)[number], 'terms'>

const labels: Record<Field, string> = {
  line: 'Street and number',
  postalCode: 'Postal code',
  city: 'City',
  region: 'Region',
  country: 'Country',
  contactName: 'Contact',
  phone: 'Phone',
  email: 'Email address',
  website: 'Website',
  electronicAddress: 'Electronic address',
  taxId: 'VAT identifier',
  registration: 'Registration',
  bank: 'Bank',
  iban: 'IBAN',
  bic: 'BIC',
}

const help: Partial<Record<Field, string>> = {
  country: 'Two-letter code, such as DE.',
  contactName: 'Person or department to ask about an invoice.',
  electronicAddress: 'For e-invoices, such as 9930:DE123456789.',
  taxId: 'With the country code, such as DE123456789.',
  registration: 'Company or practice registration number.',
}

/** The header and footer of invoices. */
function LetterheadFields({ state: { form, values, theirsIn } }: { state: SettingsFormState }) {
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

import { Anchor, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import type { letterheadFields, Settings } from '#contract'
import CountrySelect from '../../components/country-select.tsx'
import { DecimalField } from '../../components/decimal-field.tsx'
import { countryName } from '../../components/format.ts'
import { LanguageSelect, languageName } from '../../components/language-select.tsx'
import { OperationForm } from '../../components/operation-form.tsx'
import { CurrencySelect } from '../../components/searchable-select.tsx'
import { AccessField } from '../users/access-field.tsx'
import { SaveBar } from './save-bar.tsx'
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
    <div className={classes.page}>
      <SectionIndex />
      <OperationForm form={form} actions={<SaveBar state={state} />}>
        <Section id="general">
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
          <AccessField
            label="Access of new users"
            description={
              theirsIn('defaultAccess') ?? 'Invitations start with it. It changes no existing user.'
            }
            value={form.values.defaultAccess}
            onChange={(access) => form.setValue('defaultAccess', access)}
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
        </Section>
        <Section id="invoices">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <CurrencySelect
              description={theirsIn('currency') ?? 'Also used for inventory costs.'}
              {...form.field('currency')}
            />
            <DecimalField
              label="Payment terms (days)"
              inputMode="numeric"
              description={theirsIn('termsDays') ?? 'Enter 0 for payment on receipt.'}
              {...form.field('termsDays')}
            />
          </SimpleGrid>
        </Section>
        <Section id="retention">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <DecimalField
              label="Names on invoices (years)"
              inputMode="numeric"
              description={
                theirsIn('retention.invoicesYears') ??
                'Invoices keep the name of an erased patient for so long after the year of issue.'
              }
              {...form.field('retention.invoicesYears')}
            />
            <DecimalField
              label="Delete archived projects after (months)"
              inputMode="numeric"
              description={
                theirsIn('retention.archivedProjectsMonths') ??
                'Owners, admins and editors are emailed 14 days before. Leave it empty to keep them.'
              }
              {...form.field('retention.archivedProjectsMonths')}
            />
          </SimpleGrid>
        </Section>
        <Section id="letterhead">
          <LetterheadFields state={state} />
        </Section>
        <Section id="tax-rates">
          <TaxRateFields state={state} />
        </Section>
        <Section id="numbering">
          <SeriesFields state={state} />
        </Section>
      </OperationForm>
    </div>
  )
}

const sections = {
  general: { title: 'General', text: 'Name, use, time zone and language.' },
  invoices: { title: 'Invoices', text: 'Defaults for new invoices.' },
  retention: { title: 'Retention', text: 'How long records are kept.' },
  letterhead: { title: 'Letterhead', text: 'Printed on every invoice. All fields are optional.' },
  'tax-rates': { title: 'Tax rates', text: 'Choices for invoice lines.' },
  numbering: {
    title: 'Numbering',
    text: 'Each series is numbered separately, without gaps. The first one is the default.',
  },
}

/** What the page shows below the form. */
const below = { 'unconfirmed-changes': { title: 'Unconfirmed changes' } }

/** Links to the sections. They keep the address, so that unsaved changes need no question. */
function SectionIndex() {
  const go = (event: MouseEvent, id: string) => {
    event.preventDefault()
    const heading = document.getElementById(id)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }
  return (
    <nav aria-label="Sections of this page" className={classes.index}>
      {Object.entries({ ...sections, ...below }).map(([id, { title }]) => (
        <Anchor key={id} href={`#${id}`} size="sm" c="dimmed" onClick={(event) => go(event, id)}>
          {title}
        </Anchor>
      ))}
    </nav>
  )
}

function Section({ id, children }: { id: keyof typeof sections; children: ReactNode }) {
  const { title, text } = sections[id]
  return (
    <Stack component="section" gap="sm" className={classes.section ?? ''} aria-labelledby={id}>
      <div>
        <Title order={2} id={id} tabIndex={-1}>
          {title}
        </Title>
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
  contactName: 'Person or department to ask about an invoice.',
  electronicAddress: 'For e-invoices, such as 9930:DE123456789.',
  taxId: 'With the country code, such as DE123456789.',
  registration: 'Company or practice registration number.',
}

/** The header and footer of invoices. */
function LetterheadFields({ state: { form, theirsIn } }: { state: SettingsFormState }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {(Object.keys(labels) as Field[]).map((field) =>
          field === 'country' ? (
            <CountrySelect
              key={field}
              description={theirsIn(
                'letterhead.country',
                (code) => countryName(String(code)) ?? String(code),
              )}
              {...form.field('letterhead.country')}
            />
          ) : (
            <TextInput
              key={field}
              label={labels[field]}
              description={theirsIn(`letterhead.${field}`) ?? help[field]}
              dir="auto"
              autoComplete="off"
              {...form.field(`letterhead.${field}`)}
            />
          ),
        )}
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

import { SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Settings } from '#contract'
import { CurrencySelect } from '../../components/currency-select.tsx'
import { OperationForm } from '../../components/operation-form.tsx'
import { LetterheadFields } from './letterhead-fields.tsx'
import { SeriesFields } from './series-fields.tsx'
import classes from './settings-form.module.css'
import { TaxRateFields } from './tax-rate-fields.tsx'
import { TimeZoneSelect } from './time-zone-select.tsx'
import { wordsOf } from './time-zones.ts'
import { useSettingsForm } from './use-settings-form.ts'

export function SettingsForm({ settings }: { settings: Settings }) {
  const state = useSettingsForm(settings)
  const { form, theirsIn } = state
  return (
    <div className={classes.form}>
      <OperationForm form={form} submit="Save">
        <TextInput
          label="Name"
          dir="auto"
          description={
            theirsIn('organisationName') ?? 'Shown at the top left, in invitations and on invoices.'
          }
          {...form.field('organisationName')}
        />
        <TimeZoneSelect
          note={theirsIn('timeZone', (zone) => wordsOf(String(zone)))}
          {...form.field('timeZone')}
        />
        <Section title="Invoices" text="What holds where an invoice does not say otherwise.">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <CurrencySelect
              description={theirsIn('currency') ?? 'Of costs in the inventory, too.'}
              {...form.field('currency')}
            />
            <TextInput
              label="Days to pay"
              inputMode="numeric"
              autoComplete="off"
              description={theirsIn('termsDays') ?? '0 where invoices are due at once.'}
              {...form.field('termsDays')}
            />
          </SimpleGrid>
        </Section>
        <Section
          title="Letterhead"
          text="Stands at the head and foot of every invoice. All of it is optional."
        >
          <LetterheadFields state={state} />
        </Section>
        <Section title="Tax rates" text="What the lines of an invoice can choose from.">
          <TaxRateFields state={state} />
        </Section>
        <Section
          title="Numbers"
          text="Each series counts by itself, without gaps. The first is used where an invoice names none."
        >
          <SeriesFields state={state} />
        </Section>
      </OperationForm>
    </div>
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

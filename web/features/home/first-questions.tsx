import { Card, Text, TextInput, Title } from '@mantine/core'
import { getHome, type Settings, updateSettings } from '#contract'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { UsesField } from '../settings/uses-field.tsx'

/** Asks the owner of a new installation what it is for. */
export function FirstQuestions({ settings }: { settings: Settings }) {
  const form = useOperationForm(updateSettings, {
    initial: { organisationName: settings.organisationName, uses: 'both' as NonNullable<Settings['uses']> },
    also: [getHome],
    asksBeforeLeaving: false,
    onDone: () => {},
  })
  return (
    <Card component="section" withBorder mb="lg" maw="36rem" aria-label="Welcome to Aerie">
      <Title order={2}>Welcome to Aerie</Title>
      <Text c="dimmed" mb="md">
        You can change both answers later, in Settings → Organisation.
      </Text>
      <OperationForm form={form} submit="Continue">
        <TextInput
          label="What is your organisation called?"
          description="Shown in the app, in invitations and on invoices."
          dir="auto"
          {...form.field('organisationName')}
        />
        <UsesField label="What will you use Aerie for?" {...form.field('uses')} />
      </OperationForm>
    </Card>
  )
}

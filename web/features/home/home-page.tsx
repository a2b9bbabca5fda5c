import { Card, SimpleGrid, Text, TextInput, Title } from '@mantine/core'
import { getHome, getSettings, type Settings, updateSettings } from '#contract'
import { useCall } from '../../api.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { Loaded, PageHeader } from '../../components/page.tsx'
import { headings } from '../../headings.ts'
import { useMay } from '../../session.ts'
import { UsesField } from '../settings/uses-field.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Sections } from './sections.tsx'

/** What needs the user's attention and, in a new installation, what to do first. */
export default function HomePage() {
  const call = useCall(getHome)
  const { data: settings } = useCall(getSettings)
  const mayChange = useMay()(updateSettings)
  return (
    <>
      <PageHeader {...headings['/']} />
      <Loaded call={call} what="The home page could not be loaded">
        {({ sections, firstSteps }) => (
          <>
            {settings?.uses === null && mayChange ? (
              <FirstQuestions settings={settings} />
            ) : (
              <FirstSteps steps={firstSteps} />
            )}
            {Object.values(sections).some((section) => section && section.total > 0) ? (
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
                <Sections sections={sections} />
              </SimpleGrid>
            ) : (
              <EmptyState
                title="Nothing needs your attention"
                text="Overdue invoices, low stock, failed sources, expiring keys and the like appear here."
              />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

/** Asks the owner of a new installation what it is for. */
function FirstQuestions({ settings }: { settings: Settings }) {
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

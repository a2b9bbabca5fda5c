import { SimpleGrid } from '@mantine/core'
import { getHome, getSettings, updateSettings } from '#contract'
import { useCall } from '../../api.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Loaded, PageHeader } from '../../components/page.tsx'
import { headings } from '../../headings.ts'
import { useMay } from '../../session.ts'
import { FirstQuestions } from './first-questions.tsx'
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

import { Text } from '@mantine/core'
import { getSettings, updateSettings } from '#contract'
import { useCall } from '../../api.ts'
import { Facts } from '../../components/facts.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useMay } from '../../session.ts'
import { SettingsForm } from './settings-form.tsx'
import { wordsOf } from './time-zones.ts'

export function OrganisationPage() {
  const mayChange = useMay()(updateSettings)
  const call = useCall(getSettings)
  return (
    <>
      <PageHeader title="Organisation" description="What holds for everyone here." />
      <Loaded call={call} what="The settings could not be loaded">
        {(settings) =>
          mayChange ? (
            <SettingsForm settings={settings} />
          ) : (
            <>
              <Facts
                facts={[
                  { name: 'Name', value: <bdi>{settings.organisationName}</bdi> },
                  { name: 'Time zone', value: wordsOf(settings.timeZone) },
                  { name: 'Currency', value: settings.currency },
                  { name: 'Days to pay', value: settings.termsDays },
                ]}
              />
              <Text size="xs" c="dimmed" mt="sm">
                The owner and admins can change this.
              </Text>
            </>
          )
        }
      </Loaded>
    </>
  )
}

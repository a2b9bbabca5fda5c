import { getSettings, updateSettings } from '#contract'
import { useCall } from '../../api.ts'
import { Caption } from '../../components/caption.tsx'
import { Facts } from '../../components/facts.tsx'
import { languageName } from '../../components/language-select.tsx'
import { Loaded, PageHeader } from '../../components/page.tsx'
import { headings } from '../../headings.ts'
import { useMay } from '../../session.ts'
import { UnconfirmedChanges } from '../grants/unconfirmed-changes.tsx'
import { SettingsForm } from './settings-form.tsx'
import { zoneName } from './time-zone-select.tsx'

export default function OrganisationPage() {
  const mayChange = useMay()(updateSettings)
  const call = useCall(getSettings)
  return (
    <>
      <PageHeader {...headings['/settings/organisation']} />
      <Loaded call={call} what="The settings could not be loaded">
        {(settings) =>
          mayChange ? (
            <>
              <SettingsForm settings={settings} />
              <UnconfirmedChanges
                operation="settings.update"
                changes="New bank details and more access for new users"
              />
            </>
          ) : (
            <>
              <Facts
                facts={[
                  { name: 'Name', value: <bdi>{settings.organisationName}</bdi> },
                  { name: 'Time zone', value: zoneName(settings.timeZone) },
                  { name: 'Language', value: settings.language && languageName(settings.language) },
                  { name: 'Currency', value: settings.currency },
                  { name: 'Payment terms (days)', value: settings.termsDays },
                ]}
              />
              <Caption mt="sm">Only the owner and admins can change these settings.</Caption>
            </>
          )
        }
      </Loaded>
    </>
  )
}

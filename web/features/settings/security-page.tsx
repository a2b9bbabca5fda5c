import { getSecuritySettings, updateSecuritySettings } from '#contract'
import { useCall } from '../../api.ts'
import { AdminsOnly } from '../../components/admins-only.tsx'
import { Loaded, PageHeader } from '../../components/page.tsx'
import { headings } from '../../headings.ts'
import { useMay } from '../../session.ts'
import { SecurityForm } from './security-form.tsx'

/** The rules for API keys and sign-ins, for the owner and admins. */
export default function SecurityPage() {
  if (useMay()(updateSecuritySettings)) return <Security />
  return (
    <AdminsOnly
      title={headings['/settings/security'].title}
      may="change the security settings"
      text="They apply to your API keys and sessions, too."
    />
  )
}

function Security() {
  const call = useCall(getSecuritySettings)
  return (
    <>
      <PageHeader {...headings['/settings/security']} />
      <Loaded call={call} what="The security settings could not be loaded">
        {(settings) => <SecurityForm key={settings.version} settings={settings} />}
      </Loaded>
    </>
  )
}

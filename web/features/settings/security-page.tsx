import { getSecuritySettings, updateSecuritySettings } from '#contract'
import { useCall } from '../../api.ts'
import { AdminsOnly } from '../../components/admins-only.tsx'
import { Loaded, PageHeader } from '../../components/page.tsx'
import { useMay } from '../../session.ts'
import { SecurityForm } from './security-form.tsx'

const title = 'Security'

/** The rules for API keys and sign-ins, for the owner and admins. */
export default function SecurityPage() {
  if (useMay()(updateSecuritySettings)) return <Security />
  return (
    <AdminsOnly
      title={title}
      may="change the security settings"
      text="They apply to your API keys and sessions, too."
    />
  )
}

function Security() {
  const call = useCall(getSecuritySettings)
  return (
    <>
      <PageHeader title={title} description="Rules for API keys and sign-ins of all users." />
      <Loaded call={call} what="The security settings could not be loaded">
        {(settings) => <SecurityForm key={settings.version} settings={settings} />}
      </Loaded>
    </>
  )
}

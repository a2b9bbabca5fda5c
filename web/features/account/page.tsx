import { Facts } from '../../components/facts.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useMe } from '../../session.ts'
import { roleNames } from '../users/roles.ts'
import { Sessions } from './sessions.tsx'
import { SignInWays } from './sign-in-ways.tsx'

export function AccountPage() {
  const { name, email, role } = useMe()
  return (
    <>
      <PageHeader title="Your account" description="How you sign in, and where you are signed in." />
      <Facts
        facts={[
          { name: 'Name', value: <bdi>{name}</bdi> },
          { name: 'E-mail address', value: email },
          { name: 'Role', value: roleNames[role] },
        ]}
      />
      <SignInWays />
      <Sessions />
    </>
  )
}

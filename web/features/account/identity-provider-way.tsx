import { StateBadge } from '../../components/state-badge.tsx'
import { Way } from './way.tsx'

export function IdentityProviderWay({ name, linked }: { name: string; linked: boolean }) {
  return (
    <Way
      title={name.charAt(0).toUpperCase() + name.slice(1)}
      badge={<StateBadge kind={linked ? 'good' : 'quiet'}>{linked ? 'Linked' : 'Not linked'}</StateBadge>}
      text={
        linked
          ? `You can sign in with ${name}, without the password.`
          : `It is linked when you sign in with ${name} for the first time.`
      }
    />
  )
}

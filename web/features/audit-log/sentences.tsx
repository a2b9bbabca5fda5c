import type { ReactNode } from 'react'
import type { AuditAction, AuditEntry } from '#contract'
import { settingsChanges } from './settings-changes.tsx'
import type { NameOf } from './use-names.ts'

/** What happened, as one would tell it. */
export function sentenceOf({ action, actor, target, details }: AuditEntry, nameOf: NameOf): ReactNode {
  const person = (email: string, id: string | null = null) => <Name>{nameOf({ id, email })}</Name>
  return sentences[action]({
    actor: person(actor.email, actor.id),
    target:
      target.type === 'user' ? (
        person(target.label, target.id)
      ) : (
        <Name quoted={quoted.has(target.type)}>{target.label}</Name>
      ),
    personIn: (detail) => person(String(details[detail])),
    onServer: actor.id === null,
    details,
  })
}

interface Told {
  actor: ReactNode
  target: ReactNode
  details: AuditEntry['details']
  /** Done at the server's command line. */
  onServer: boolean
  /** The person whose address is in that detail. */
  personIn: (detail: string) => ReactNode
}

const sentences: Record<AuditAction, (told: Told) => ReactNode> = {
  'user.create': ({ target, details, personIn }) =>
    details.role === 'owner' ? (
      <>{target} set up Aerie and became its owner</>
    ) : (
      <>
        {target} joined as {roleIn(details.role)}, invited by {personIn('invitedBy')}
      </>
    ),
  'user.role': ({ actor, target, details }) => (
    <>
      {actor} made {target} {roleIn(details.to)}
    </>
  ),
  'user.disable': ({ actor, target }) => (
    <>
      {actor} disabled {target}
    </>
  ),
  'user.enable': ({ actor, target }) => (
    <>
      {actor} enabled {target} again
    </>
  ),
  'user.password': ({ target, details }) => {
    if (details.how === 'changed') return <>{target} changed their password</>
    if (details.how) return <>{target} chose a new password by a link that was sent to them</>
    return <>The password of {target} was reset on the server</>
  },
  'user.two_factor': ({ target, onServer, details }) => {
    if (details.recoveryCodes) return <>{target} made new recovery codes</>
    if (onServer) return <>The second step of {target} was turned off on the server</>
    return (
      <>
        {target} turned their second step {details.enabled ? 'on' : 'off'}
      </>
    )
  },
  'user.identity_link': ({ target }) => <>{target} signed in by the identity provider for the first time</>,
  'invitation.create': ({ actor, target, details }) => (
    <>
      {actor} invited {target} as {roleIn(details.role)}
    </>
  ),
  'invitation.revoke': ({ actor, target }) => (
    <>
      {actor} revoked the invitation of {target}
    </>
  ),
  'owner.transfer': ({ target, personIn }) => (
    <>
      Ownership was handed over on the server, from {personIn('from')} to {target}
    </>
  ),
  'session.sign_in_failed': ({ target, details }) => (
    <>
      Someone tried to sign in as {target} with{' '}
      {details.step === 'code' ? 'the right password and a wrong code' : 'a wrong password'}
    </>
  ),
  'api_key.create': ({ actor, target, details }) => (
    <>
      {actor} created the API key {target} (<code>{details.prefix}</code>), {lifeOf(details.expiresInDays)}
    </>
  ),
  'api_key.revoke': ({ actor, target, details, personIn }) => (
    <>
      {actor} revoked the API key {target} (<code>{details.prefix}</code>)
      {details.owner && <> of {personIn('owner')}</>}
    </>
  ),
  'project.delete': ({ actor, target }) => (
    <>
      {actor} deleted the project {target}
    </>
  ),
  'settings.change': ({ actor, details }) => (
    <>
      {actor}{' '}
      {settingsChanges(details, (text) => (
        <Name quoted>{text}</Name>
      ))}
    </>
  ),
}

/** Things that people name as they like, unlike addresses. */
const quoted = new Set(['api_key', 'project'])

function Name({ children, quoted = false }: { children: ReactNode; quoted?: boolean }) {
  const name = <bdi>{children}</bdi>
  return <strong>{quoted ? <>“{name}”</> : name}</strong>
}

const roleIn = (role: unknown) => (role === 'admin' ? 'an admin' : 'a member')

function lifeOf(days: unknown): string {
  if (typeof days !== 'number') return 'which never expires'
  return days === 1 ? 'for one day' : `for ${days} days`
}

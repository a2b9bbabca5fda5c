import { Fragment, type ReactNode } from 'react'
import { type AuditAction, type AuditEntry, listUsers, type Series, type TaxRate } from '#contract'
import { own } from '#rules/own'
import { useCall } from '../../api.ts'
import { languageName } from '../../components/language-select.tsx'

type Details = AuditEntry['details']

/** Returns the current name of a user. */
export type NameOf = (user: { id: string | null; email: string }) => string

/** Returns a function that finds users by id, or else by email. Beyond the first 200 users it returns the email. */
export function useNames(): NameOf {
  const { data } = useCall(listUsers, { limit: 200 })
  return ({ id, email }) =>
    data?.data.find((user) => (id === null ? user.email === email : user.id === id))?.name ?? email
}

/** Describes an entry in one sentence. */
export function sentenceOf({ action, actor, target, details }: AuditEntry, nameOf: NameOf): ReactNode {
  const user = (email: string, id: string | null = null) => <Name>{nameOf({ id, email })}</Name>
  const contentOf = (name: string): ReactNode => {
    const detail = own(details, name)
    if (name === 'actor') return user(actor.email, actor.id)
    if (name === 'target')
      return target.type === 'user' ? (
        user(target.label, target.id)
      ) : (
        <Name quoted={quoted.has(target.type)}>{target.label}</Name>
      )
    if (name === 'apiKey') return <Name quoted>{actor.apiKey?.name}</Name>
    if (name === 'role' || name === 'to') return detail === 'admin' ? 'an admin' : 'a member'
    if (name === 'access') return <bdi>{String(own(details, 'to'))}</bdi>
    if (name === 'formerName' || name === 'name') return <Name quoted>{detail}</Name>
    if (name === 'prefix' || name === 'formerSecrets') return <code>{detail}</code>
    if (name === 'changes') return settingsChanges(details, (text) => <Name quoted>{text}</Name>)
    return user(String(detail))
  }
  const key = actor.apiKey ? ', with the API key {apiKey}' : ''
  const parts = `${sentences[action](details, actor.id === null)}${key}`.split(/\{(\w+)\}/)
  // Every second part is the name of a placeholder.
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
    <Fragment key={place}>{place % 2 === 1 ? contentOf(part) : part}</Fragment>
  ))
}

/** The sentence of each action: its placeholders are the actor, the target, and details. */
const sentences: Record<AuditAction, (details: Details, onServer: boolean) => string> = {
  'user.create': ({ role, kind }) => {
    if (kind === 'service') return '{actor} created the service user {target} as {role}'
    return role === 'owner'
      ? '{target} set up Aerie and became its owner'
      : '{target} joined as {role}, invited by {invitedBy}'
  },
  'user.role': () => '{actor} made {target} {to}',
  'user.access': () => '{actor} set the access of {target} to {access}',
  'user.disable': () => '{actor} disabled {target}',
  'user.enable': () => '{actor} enabled {target} again',
  'user.name': () => '{target} changed their name from {formerName}',
  'user.email': ({ requested }) =>
    requested
      ? '{target} asked to change their email address to {requested}'
      : '{target} changed their email address to {changed}',
  'user.password': ({ how }) => {
    if (how === 'changed') return '{target} changed their password'
    return how
      ? '{target} reset their password with a link'
      : 'The password of {target} was reset on the server'
  },
  'user.two_factor': ({ recoveryCodes, enabled }, onServer) => {
    if (recoveryCodes) return '{target} created new recovery codes'
    return onServer
      ? 'Two-factor authentication of {target} was turned off on the server'
      : `{target} turned ${enabled ? 'on' : 'off'} two-factor authentication`
  },
  'user.identity_link': () => '{target} signed in with the identity provider for the first time',
  'invitation.create': () => '{actor} invited {target} as {role}',
  'invitation.confirm': () => '{actor} confirmed the invitation of {target}',
  'invitation.revoke': ({ because }) =>
    `{actor} revoked the invitation of {target}${because ? ` (${String(because)})` : ''}`,
  'grant.request': () => '{actor} requested a change, {target}',
  'grant.confirm': () => '{actor} confirmed a requested change, {target}',
  'grant.decline': ({ because }) =>
    because
      ? `The requested change {target} ended when {actor} changed something else (${String(because)})`
      : '{actor} declined a requested change, {target}',
  'owner.transfer': () => 'Ownership was transferred on the server, from {from} to {target}',
  'session.sign_in': ({ with: how, by }) =>
    by
      ? '{by} signed in as the service user {target}'
      : `{target} signed in with ${own(signInWays, String(how)) ?? 'a password'}`,
  'session.sign_out': () => '{target} signed out',
  'session.sign_in_failed': ({ step }) =>
    step === 'identity provider'
      ? 'The identity provider vouched for {target}, whose sign-in was refused'
      : `Someone tried to sign in as {target} with ${step === 'code' ? 'the right password and a wrong code' : 'a wrong password'}`,
  'api_key.create': ({ expiresInDays: days }) =>
    `{actor} created the API key {target} ({prefix}), ${lifetime(days)}`,
  'api_key.revoke': ({ owner }) =>
    `{actor} revoked the API key {target} ({prefix})${owner ? ' of {owner}' : ''}`,
  'project.create': () => '{actor} created the project {target}',
  'project.update': ({ name, archived, description, language }) => {
    const changes = [
      archived === true && 'archived',
      archived === false && 'restored',
      (description !== undefined || language !== undefined) && 'changed',
      name !== undefined && 'renamed',
    ].filter((change) => change !== false)
    return `{actor} ${changes.join(' and ')} the project {target}${name === undefined ? '' : ', now {name}'}`
  },
  'project.access': () => '{actor} changed who can see the project {target}: {access}',
  'project.delete': ({ reason }) =>
    reason ? `The project {target} was deleted (${String(reason)})` : '{actor} deleted the project {target}',
  'project.pseudonymise': () => '{actor} had names replaced by pseudonyms in the project {target}',
  'source.download': () => '{actor} downloaded the original of {target}',
  'source.delete': () => '{actor} deleted the source {target}',
  'tracker.delete': () => '{actor} deleted the tracker {target}',
  'skill.delete': () => '{actor} deleted the skill {target}',
  'settings.change': () => '{actor} {changes}',
  'backup.create': () => '{actor} started a backup',
  'secret.rotate': () => 'The server’s secret was rotated to {target}, from {formerSecrets}',
  'patient.create': () => '{actor} created the patient {target}',
  'patient.update': () => '{actor} updated the patient {target}',
  'patient.merge': () => '{actor} merged another record into the patient {target}',
  'patient.merge_undo': () => '{actor} undid a merge into the patient {target}',
  'patient.flag_different': () => '{actor} flagged {target} and another record as different patients',
  'patient.unflag_different': () =>
    '{actor} deleted the different-patients flag of {target} and another record',
  'patient.erase': () => '{actor} erased a patient',
  'invoice.draft': () => '{actor} created a draft invoice',
  'invoice.update': () => '{actor} updated a draft invoice',
  'invoice.delete': () => '{actor} deleted a draft invoice',
  'invoice.issue': () => '{actor} issued invoice {target}',
  'invoice.void': () => '{actor} voided invoice {target}',
  'credit_note.create': ({ amount }) => `{actor} credited ${String(amount)} of invoice {target}`,
  'payment.record': ({ amount }) => `{actor} recorded a payment of ${String(amount)} for invoice {target}`,
  'payment.reverse': ({ amount, kind }) =>
    `{actor} reversed a ${String(kind)} of ${String(amount)} for invoice {target}`,
  'item.create': () => '{actor} created the item {target}',
  'item.update': () => '{actor} updated the item {target}',
  'location.create': () => '{actor} created the location {target}',
  'stock.receive': () => '{actor} received the delivery {target}',
  'stock.adjust': ({ reason }) => `{actor} adjusted stock (${String(reason)})`,
  'stock.transfer': () => '{actor} transferred stock between locations',
  'stock.reverse': () => '{actor} reversed stock document {target}',
  'lot.quarantine': () => '{actor} quarantined the lot {target}',
  'import.create': ({ kind, rows }) => `{actor} imported ${rows} rows of ${kind} from {target}`,
  'data.export': ({ kind }) => `{actor} exported ${own(exportedKinds, String(kind)) ?? String(kind)}`,
  'lot.release': () => '{actor} released the lot {target} from quarantine',
}

const exportedKinds: Record<string, string> = {
  audit_log: 'the audit log',
  access_log: 'the access log',
  levels: 'stock levels',
  movements: 'stock movements',
  recall: 'the recall of the lot {target}',
}

const signInWays: Record<string, string> = {
  code: 'a password and a code',
  'recovery code': 'a password and a recovery code',
  'identity provider': 'the identity provider',
}

function lifetime(days: unknown): string {
  if (typeof days !== 'number') return 'which never expires'
  return days === 1 ? 'valid for one day' : `valid for ${days} days`
}

/** The kinds of targets whose names users choose. */
const quoted = new Set(['api_key', 'grant', 'project', 'source', 'tracker', 'skill', 'import'])

function Name({ children, quoted = false }: { children: ReactNode; quoted?: boolean }) {
  const name = <bdi>{children}</bdi>
  return <strong>{quoted ? <>“{name}”</> : name}</strong>
}

/** Describes changed settings, after the actor's name: `set the currency to CHF and changed the letterhead`. */
function settingsChanges(details: AuditEntry['details'], name: (text: string) => ReactNode): ReactNode {
  const changes = Object.entries(phrases).flatMap(([part, phrase]) => {
    const value = own(details, part)
    return value === undefined ? [] : [{ part, phrase: phrase(String(value), name) }]
  })
  if (changes.length === 0) return 'changed the settings'
  return changes.map(({ part, phrase }, at) => (
    <Fragment key={part}>
      {at > 0 && (at === changes.length - 1 ? ' and ' : ', ')}
      {phrase}
    </Fragment>
  ))
}

/** The details contain lists and objects as JSON. */
const phrases: Record<string, (value: string, name: (text: string) => ReactNode) => ReactNode> = {
  organisationName: (value, name) => <>renamed the organisation to {name(value)}</>,
  timeZone: (value) => `set the time zone to ${value}`,
  language: (value) =>
    value === null ? 'cleared the language' : `set the language to ${languageName(value)}`,
  currency: (value) => `set the currency to ${value}`,
  uses: (value) => `set the used half of Aerie to ${value}`,
  termsDays: (value) => `set the payment terms to ${value} days`,
  defaultAccess: (value) => `set the access of new users to ${value}`,
  letterhead: () => 'changed the letterhead',
  retention: () => 'changed how long records are kept',
  taxRates: (value) => <>set the tax rates to {listed(parsed<TaxRate>(value).map(rateText))}</>,
  invoiceSeries: (value) => <>set the invoice series to {listed(parsed<Series>(value).map(seriesText))}</>,
  maxKeyLifetimeDays: (value) =>
    value === 'null' ? 'allowed keys that never expire' : `limited API keys to ${value} days`,
  twoFactorRequired: (value) =>
    `${value === 'true' ? 'required' : 'no longer required'} two-factor authentication`,
  maxSessionDays: (value) => `limited sessions to ${value} days`,
  accessLog: (value) => `turned the access log ${value === 'true' ? 'on' : 'off'}`,
  creditNoteSeries: (value) => (
    <>set the credit note series to {listed(parsed<Series>(`[${value}]`).map(seriesText))}</>
  ),
}

const rateText = ({ name, rate, isDefault }: TaxRate) => `${name} (${rate}%${isDefault ? ', default' : ''})`

const seriesText = ({ name, prefix }: Series) => (prefix === '' ? name : `${name} (${prefix}…)`)

const listed = (items: string[]): ReactNode =>
  items.map((item, at) => (
    <Fragment key={item}>
      {at > 0 && ', '}
      <bdi>{item}</bdi>
    </Fragment>
  ))

/** Parses a JSON list; a format of another version yields an empty one, and the entry still shows it as recorded. */
function parsed<Row>(json: string): Row[] {
  try {
    const rows: unknown = JSON.parse(json)
    return Array.isArray(rows) ? rows : []
  } catch {
    return []
  }
}

import type { ReactNode } from 'react'
import type { AuditEntry } from '#contract'
import { exactTime } from '../../components/format.ts'
import classes from './audit-entry-row.module.css'

/** Everything that was recorded about one entry. */
export function EntryFacts({ entry: { id, action, actor, target, details, at } }: { entry: AuditEntry }) {
  const kind = kinds[target.type] ?? target.type
  return (
    <dl className={classes.facts}>
      <Fact name="Time" value={exactTime(at)} />
      <Fact name="Done by" value={(actor.id === null && strangers[actor.email]) || actor.email} />
      {target.label !== kind && <Fact name={kind} value={target.label} />}
      {Object.entries(details).map(([name, value]) => (
        <Fact key={name} name={wordsOf(name)} value={value === null ? 'None' : String(value)} />
      ))}
      <Fact name="Action" value={<code>{action}</code>} />
      <Fact name={`${kind} id`} value={<code>{target.id}</code>} />
      <Fact name="Entry id" value={<code>{id}</code>} />
    </dl>
  )
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </>
  )
}

const kinds: Record<string, string> = {
  user: 'Member',
  invitation: 'Invitation',
  api_key: 'API key',
  project: 'Project',
  settings: 'Settings',
}

/** Who acts without an account. */
const strangers: Record<string, string> = {
  server: 'Somebody at the server’s command line',
  unknown: 'Somebody who was not signed in',
}

/** `expiresInDays`: `Expires in days` */
function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

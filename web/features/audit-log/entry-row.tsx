import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type AuditEntry, erasedLabel } from '#contract'
import { own } from '#rules/own'
import { Absent } from '../../components/absent.tsx'
import { type Column, column, timeColumn } from '../../components/columns.tsx'
import { exactTime } from '../../components/format.ts'
import { RecordLink } from '../../components/record-link.tsx'
import classes from './entry-row.module.css'
import { type NameOf, sentenceOf } from './sentences.tsx'

/** Returns the columns of a list of entries. */
export const auditColumns = (nameOf: NameOf): Column<AuditEntry>[] => [
  column('Event', {}, (entry) => <AuditEntryRow entry={entry} nameOf={nameOf} />),
  timeColumn('Time', {}, ({ at }) => at),
]

/** One sentence that unfolds into everything that was recorded. */
function AuditEntryRow({ entry, nameOf }: { entry: AuditEntry; nameOf: NameOf }) {
  return (
    <details className={classes.entry}>
      <summary>
        <IconChevronRight size={14} className={classes.chevron} aria-hidden />
        <span>{sentenceOf(entry, nameOf)}</span>
      </summary>
      <EntryFacts entry={entry} />
    </details>
  )
}

function EntryFacts({ entry: { id, action, actor, target, details, address, at } }: { entry: AuditEntry }) {
  const kind = own(kinds, target.type) ?? target.type
  return (
    <dl className={classes.facts}>
      <Fact name="Time" value={exactTime(at)} />
      <Fact name="Done by" value={(actor.id === null && own(others, actor.email)) || actor.email} />
      {actor.apiKey && <Fact name="API key" value={`${actor.apiKey.name} (${actor.apiKey.prefix})`} />}
      {address !== null && <Fact name="Address" value={<code>{address}</code>} />}
      {target.label !== kind && (
        <Fact
          name={kind}
          value={action === 'invoice.delete' ? target.label : <TargetLink target={target} />}
        />
      )}
      {Object.entries(details).map(([name, value]) => (
        <Fact key={name} name={labelOf(name)} value={value === null ? <Absent /> : String(value)} />
      ))}
      <Fact name="Action" value={<code>{action}</code>} />
      <Fact name={`${kind} id`} value={<code>{target.id}</code>} />
      <Fact name="Entry id" value={<code>{id}</code>} />
    </dl>
  )
}

/** The record acted on, linked if it has a page. */
function TargetLink({ target: { type, id, label } }: { target: AuditEntry['target'] }) {
  if (type === 'patient')
    return <RecordLink to="patient" id={label === erasedLabel ? null : id} name={label} />
  if (type === 'invoice') return <RecordLink to="invoice" id={id} name={label} />
  return label
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
  grant: 'Requested change',
  api_key: 'API key',
  project: 'Project',
  source: 'Source',
  tracker: 'Tracker',
  skill: 'Skill',
  settings: 'Settings',
  patient: 'Patient',
  invoice: 'Invoice',
  item: 'Item',
  location: 'Location',
  stock_document: 'Stock document',
  lot: 'Lot',
}

/** Actors without an account. */
const others: Record<string, string> = {
  server: 'Someone on the server’s command line',
  unknown: 'Someone who was not signed in',
}

/** `expiresInDays`: `Expires in days` */
function labelOf(name: string): string {
  const label = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return label.charAt(0).toUpperCase() + label.slice(1)
}

import { Button } from '@mantine/core'
import { IconChevronRight, IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { requestOf } from '#client'
import { type AuditEntry, exportAuditLog, listAuditLog } from '#contract'
import { AdminsOnly } from '../../components/admins-only.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { exactTime } from '../../components/format.ts'
import { PageHeader } from '../../components/page.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { type FiltersOf, useFilters, useList } from '../../list.ts'
import { useMay } from '../../session.ts'
import { AuditFilters } from './audit-filters.tsx'
import classes from './page.module.css'
import { type NameOf, sentenceOf, useNames } from './sentences.tsx'

export default function AuditLogPage() {
  if (useMay()(listAuditLog)) return <AuditLog />
  return (
    <AdminsOnly
      title="Audit log"
      may="see the audit log"
      text="Ask one of them to find out who changed what. The Members page lists them."
    />
  )
}

function AuditLog() {
  const may = useMay()
  const filters = useFilters(listAuditLog)
  const list = useList(listAuditLog, filters.values)
  const nameOf = useNames()
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Administrative changes, who made them and when. Entries cannot be changed or deleted."
        action={may(exportAuditLog) && <ExportLinks filter={filters.values} />}
      />
      <AuditFilters values={filters.values} onChange={filters.set} />
      <DataTable
        label="Audit log"
        list={list}
        filters={filters}
        empty={{
          title: 'No entries yet',
          text: 'Invitations, role changes, API keys, deleted projects and similar changes are recorded here.',
        }}
        columns={[
          { heading: 'Event', cell: (entry) => <AuditEntryRow entry={entry} nameOf={nameOf} /> },
          { heading: 'Time', width: '9rem', cell: ({ at }) => <RelativeTime at={at} /> },
        ]}
      />
    </>
  )
}

function ExportLinks({ filter }: { filter: FiltersOf<typeof listAuditLog> }) {
  const hrefOf = (format: 'csv' | 'jsonl') => requestOf(exportAuditLog, { format, ...filter }).url
  const icon = <IconDownload size={16} aria-hidden />
  return (
    <>
      <Button component="a" download href={hrefOf('csv')} leftSection={icon}>
        Export CSV
      </Button>
      <Button component="a" download href={hrefOf('jsonl')} leftSection={icon}>
        Export JSON Lines
      </Button>
    </>
  )
}

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
  const kind = kinds[target.type] ?? target.type
  return (
    <dl className={classes.facts}>
      <Fact name="Time" value={exactTime(at)} />
      <Fact name="Done by" value={(actor.id === null && others[actor.email]) || actor.email} />
      {actor.apiKey && <Fact name="API key" value={`${actor.apiKey.name} (${actor.apiKey.prefix})`} />}
      {address !== null && <Fact name="Address" value={<code>{address}</code>} />}
      {target.label !== kind && <Fact name={kind} value={target.label} />}
      {Object.entries(details).map(([name, value]) => (
        <Fact key={name} name={labelOf(name)} value={value === null ? 'None' : String(value)} />
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

import { type HomeSections, mergePatients } from '#contract'
import { formatQuantity } from '../../components/amounts.ts'
import { calendarDate, dayAfter, plural } from '../../components/format.ts'
import { TextLink } from '../../components/links.tsx'
import { Money } from '../../components/money.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { useMay } from '../../session.ts'
import { useToday } from '../../today.ts'
import { RunState } from '../skills/run-state.tsx'
import { skillTitle } from '../skills/skill-title.ts'
import { Section } from './section.tsx'

interface Of<Kind extends keyof HomeSections> {
  of: HomeSections[Kind]
}

/** What needs attention. Sections without records are left out. */
export function Sections({ sections }: { sections: HomeSections }) {
  return (
    <>
      <OverdueInvoices of={sections.overdueInvoices} />
      <LowStock of={sections.lowStock} />
      <ExpiringStock of={sections.expiringLots} />
      <LikelyDuplicates of={sections.likelyDuplicates} />
      <NewMentions of={sections.newMentions} />
      <RecentRuns of={sections.runs} />
      <FailedSources of={sections.failedSources} />
      <ExpiringKeys of={sections.expiringKeys} />
    </>
  )
}

function OverdueInvoices({ of }: Of<'overdueInvoices'>) {
  return (
    <Section
      title="Overdue invoices"
      of={of}
      all={
        <TextLink to="/billing" search={{ overdue: 'true' }}>
          View all
        </TextLink>
      }
      row={({ id, number, billedTo, due, dueDate, currency }) => ({
        key: id,
        link: (
          <TextLink to="/billing/$invoiceId" params={{ invoiceId: id }}>
            {number}
          </TextLink>
        ),
        note: billedTo,
        end: <Money amount={due} currency={currency} />,
        endNote: `Due ${calendarDate(dueDate)}`,
      })}
    />
  )
}

function LowStock({ of }: Of<'lowStock'>) {
  return (
    <Section
      title="Low stock"
      of={of}
      all={
        <TextLink to="/inventory" search={{ below: 'reorder' }}>
          View all
        </TextLink>
      }
      row={({ id, sku, name, unit, usable, reorderLevel }) => ({
        key: id,
        link: (
          <TextLink to="/inventory/items/$itemId" params={{ itemId: id }}>
            {name}
          </TextLink>
        ),
        note: sku,
        end: `${formatQuantity(usable)} ${unit}`,
        endNote: `Reorder at ${formatQuantity(reorderLevel)}`,
      })}
    />
  )
}

function ExpiringStock({ of }: Of<'expiringLots'>) {
  const today = useToday()
  return (
    <Section
      title="Expiring stock"
      of={of}
      all={
        <TextLink to="/inventory" search={{ expiringBefore: dayAfter(today, 31) }}>
          View all
        </TextLink>
      }
      row={({ id, lot, item, onHand, expiresOn }) => ({
        key: id,
        link: (
          <TextLink to="/inventory/lots/$lotId" params={{ lotId: id }}>
            {item.name}
          </TextLink>
        ),
        note: `Lot ${lot}`,
        end: `${formatQuantity(onHand)} ${item.unit}`,
        endNote: `${expiresOn < today ? 'Expired' : 'Expires'} ${calendarDate(expiresOn)}`,
      })}
    />
  )
}

function LikelyDuplicates({ of }: Of<'likelyDuplicates'>) {
  const mayMerge = useMay()(mergePatients)
  return (
    <Section
      title="Likely duplicates"
      of={of}
      all={<TextLink to="/patients/duplicates">View all</TextLink>}
      row={({ patients: [one, other] }) => ({
        key: `${one.id} ${other.id}`,
        link: mayMerge ? (
          <TextLink
            to="/patients/merge"
            search={{ sourceId: other.id, targetId: one.id }}
            aria-label={`Compare ${one.name} and ${other.name}`}
          >
            {one.name}
          </TextLink>
        ) : (
          <TextLink to="/patients/$patientId" params={{ patientId: one.id }}>
            {one.name}
          </TextLink>
        ),
        note: one.birthDate && `Born ${calendarDate(one.birthDate)}`,
        end: <bdi>{other.name}</bdi>,
        endNote: other.birthDate && `Born ${calendarDate(other.birthDate)}`,
      })}
    />
  )
}

function NewMentions({ of }: Of<'newMentions'>) {
  return (
    <Section
      title="New mentions"
      of={of}
      row={({ id, name, project, mentions }) => ({
        key: id,
        link: (
          <TextLink
            to="/projects/$projectId/trackers/$trackerId"
            params={{ projectId: project.id, trackerId: id }}
          >
            {name}
          </TextLink>
        ),
        note: project.name,
        end: plural(mentions, 'mention'),
        endNote: 'Since yesterday',
      })}
    />
  )
}

function RecentRuns({ of }: Of<'runs'>) {
  return (
    <Section
      title="Recent skill runs"
      of={of}
      row={({ id, skill, project, status, createdAt }) => ({
        key: id,
        link: (
          <TextLink to="/projects/$projectId/runs/$runId" params={{ projectId: project.id, runId: id }}>
            {skillTitle(skill)}
          </TextLink>
        ),
        note: project.name,
        end: <RunState status={status} />,
        endNote: <RelativeTime at={createdAt} />,
      })}
    />
  )
}

function FailedSources({ of }: Of<'failedSources'>) {
  return (
    <Section
      title="Failed sources"
      of={of}
      row={({ id, title, project, error }) => ({
        key: id,
        link: (
          <TextLink
            to="/projects/$projectId/sources/$sourceId"
            params={{ projectId: project.id, sourceId: id }}
          >
            {title}
          </TextLink>
        ),
        note: project.name,
        end: error,
      })}
    />
  )
}

function ExpiringKeys({ of }: Of<'expiringKeys'>) {
  return (
    <Section
      title="Expiring API keys"
      of={of}
      all={<TextLink to="/settings/api-keys">View all</TextLink>}
      row={({ id, name, prefix, expiresAt }) => ({
        key: id,
        link: (
          <TextLink to="/settings/api-keys/$keyId" params={{ keyId: id }}>
            {name}
          </TextLink>
        ),
        note: `${prefix}…`,
        end: <RelativeTime at={expiresAt} />,
      })}
    />
  )
}

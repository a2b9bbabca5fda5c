import { type HomeSections, mergePatients } from '#contract'
import { formatQuantity } from '../../components/amounts.ts'
import { calendarDate, dayAfter, plural } from '../../components/format.ts'
import { Money } from '../../components/money.tsx'
import { pageOf } from '../../components/record-link.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { useMay } from '../../session.ts'
import { useToday } from '../../today.ts'
import { RunState } from '../skills/run-state.tsx'
import { skillTitle } from '../skills/skill-title.ts'
import { Section } from './section.tsx'

interface SectionsProps {
  sections: HomeSections
}

/** What needs attention. Sections without records are left out. */
export function Sections({ sections }: SectionsProps) {
  return (
    <>
      <ClinicSections sections={sections} />
      <InsightsSections sections={sections} />
      <Section
        title="Expiring API keys"
        of={sections.expiringKeys}
        all={{ to: '/settings/api-keys' }}
        row={({ id, name, prefix, expiresAt }) => ({
          key: id,
          link: { ...pageOf.apiKey(id), children: name },
          note: `${prefix}…`,
          end: <RelativeTime at={expiresAt} />,
        })}
      />
      <Section
        title="Wrong clocks"
        of={sections.wrongClocks}
        row={({ id, aheadSeconds }) => ({
          key: id,
          link: { to: '/settings/backups', children: `Node ${id.slice(-8)}` },
          note: 'Compared with the database',
          end: `${lengthOf(Math.abs(aheadSeconds))} ${aheadSeconds > 0 ? 'ahead' : 'behind'}`,
        })}
      />
    </>
  )
}

function lengthOf(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return plural(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? plural(hours, 'hour') : plural(Math.round(hours / 24), 'day')
}

function ClinicSections({ sections }: SectionsProps) {
  const today = useToday()
  const mayMerge = useMay()(mergePatients)
  return (
    <>
      <Section
        title="Overdue invoices"
        of={sections.overdueInvoices}
        all={{ to: '/billing', search: { overdue: 'true' } }}
        row={({ id, number, billedTo, due, dueDate, currency }) => ({
          key: id,
          link: { ...pageOf.invoice(id), children: number },
          note: billedTo,
          end: <Money amount={due} currency={currency} />,
          endNote: `Due ${calendarDate(dueDate)}`,
        })}
      />
      <Section
        title="Low stock"
        of={sections.lowStock}
        all={{ to: '/inventory', search: { below: 'reorder' } }}
        row={({ id, sku, name, unit, usable, reorderLevel }) => ({
          key: id,
          link: { ...pageOf.item(id), children: name },
          note: sku,
          end: `${formatQuantity(usable)} ${unit}`,
          endNote: `Reorder at ${formatQuantity(reorderLevel)}`,
        })}
      />
      <Section
        title="Expiring stock"
        of={sections.expiringLots}
        all={{ to: '/inventory', search: { expiringBefore: dayAfter(today, 31) } }}
        row={({ id, lot, item, onHand, expiresOn }) => ({
          key: id,
          link: { ...pageOf.lot(id), children: item.name },
          note: `Lot ${lot}`,
          end: `${formatQuantity(onHand)} ${item.unit}`,
          endNote: `${expiresOn < today ? 'Expired' : 'Expires'} ${calendarDate(expiresOn)}`,
        })}
      />
      <Section
        title="Likely duplicates"
        of={sections.likelyDuplicates}
        all={{ to: '/patients/duplicates' }}
        row={({ patients: [one, other] }) => ({
          key: `${one.id} ${other.id}`,
          link: {
            ...(mayMerge ? comparisonOf(one, other) : pageOf.patient(one.id)),
            children: one.name,
          },
          note: one.birthDate && `Born ${calendarDate(one.birthDate)}`,
          end: <bdi>{other.name}</bdi>,
          endNote: other.birthDate && `Born ${calendarDate(other.birthDate)}`,
        })}
      />
    </>
  )
}

interface Named {
  id: string
  name: string
}

const comparisonOf = (one: Named, other: Named) => ({
  to: '/patients/merge' as const,
  search: { sourceId: other.id, targetId: one.id },
  'aria-label': `Compare ${one.name} and ${other.name}`,
})

function InsightsSections({ sections }: SectionsProps) {
  return (
    <>
      <Section
        title="New mentions"
        of={sections.newMentions}
        row={({ id, name, project, mentions }) => ({
          key: id,
          link: { ...pageOf.tracker(id, project.id), children: name },
          note: project.name,
          end: plural(mentions, 'mention'),
          endNote: 'Since yesterday',
        })}
      />
      <Section
        title="Recent skill runs"
        of={sections.runs}
        row={({ id, skill, project, status, createdAt }) => ({
          key: id,
          link: { ...pageOf.run(id, project.id), children: skillTitle(skill) },
          note: project.name,
          end: <RunState status={status} />,
          endNote: <RelativeTime at={createdAt} />,
        })}
      />
      <Section
        title="Failed sources"
        of={sections.failedSources}
        row={({ id, title, project, error }) => ({
          key: id,
          link: { ...pageOf.source(id, project.id), children: title },
          note: project.name,
          end: error,
        })}
      />
    </>
  )
}

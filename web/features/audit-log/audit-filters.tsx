import { Select } from '@mantine/core'
import type { AuditAction, listAuditLog } from '#contract'
import { DayField, FilterBar, SearchField } from '../../components/filters.tsx'
import { localDay } from '../../components/format.ts'
import type { FiltersOf } from '../../list-address.ts'

type Values = FiltersOf<typeof listAuditLog>

interface AuditFiltersProps {
  values: Values
  onChange: (change: { [Name in keyof Values]?: Values[Name] | undefined }) => void
}

export function AuditFilters({ values: { action, actor, from, to }, onChange }: AuditFiltersProps) {
  return (
    <FilterBar>
      <SearchField label="Search by email address" value={actor} onChange={(actor) => onChange({ actor })} />
      <Select
        aria-label="Action"
        placeholder="Any action"
        data={actionGroups}
        value={action ?? null}
        onChange={(action) => onChange({ action: (action as AuditAction | null) ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'Any action' }}
        flex={{ base: '1 1 100%', sm: '1 1 12rem' }}
        maw={{ base: 'none', sm: '16rem' }}
      />
      <DayField
        label="From"
        value={from && localDay(from)}
        onChange={(day) => onChange({ from: day && startOf(day) })}
      />
      <DayField
        label="To"
        value={to && lastDayBefore(to)}
        onChange={(day) => onChange({ to: day && startOfNext(day) })}
      />
    </FilterBar>
  )
}

/** The group and the name of each action. */
const names: Record<AuditAction, [group: string, name: string]> = {
  'user.create': ['Members', 'Member joined'],
  'user.role': ['Members', 'Role changed'],
  'user.disable': ['Members', 'Member disabled'],
  'user.enable': ['Members', 'Member enabled'],
  'user.name': ['Members', 'Name changed'],
  'user.email': ['Members', 'Email address changed'],
  'user.password': ['Members', 'Password reset'],
  'user.two_factor': ['Members', 'Two-factor authentication changed'],
  'user.identity_link': ['Members', 'Identity linked'],
  'owner.transfer': ['Members', 'Ownership transferred'],
  'session.sign_in': ['Sessions', 'Signed in'],
  'session.sign_out': ['Sessions', 'Signed out'],
  'session.sign_in_failed': ['Sessions', 'Sign-in failed'],
  'invitation.create': ['Invitations', 'Invitation created'],
  'invitation.confirm': ['Invitations', 'Invitation confirmed'],
  'invitation.revoke': ['Invitations', 'Invitation revoked'],
  'api_key.create': ['API keys', 'API key created'],
  'api_key.revoke': ['API keys', 'API key revoked'],
  'project.delete': ['Organisation', 'Project deleted'],
  'settings.change': ['Organisation', 'Settings changed'],
  'backup.create': ['Organisation', 'Backup started'],
  'secret.rotate': ['Organisation', 'Secret rotated'],
  'import.create': ['Organisation', 'Import started'],
  'patient.create': ['Patients', 'Patient created'],
  'patient.update': ['Patients', 'Patient updated'],
  'patient.merge': ['Patients', 'Patients merged'],
  'patient.merge_undo': ['Patients', 'Merge undone'],
  'invoice.issue': ['Billing', 'Invoice issued'],
  'invoice.void': ['Billing', 'Invoice voided'],
  'credit_note.create': ['Billing', 'Credit note created'],
  'payment.record': ['Billing', 'Payment recorded'],
  'payment.reverse': ['Billing', 'Payment reversed'],
  'stock.receive': ['Inventory', 'Delivery received'],
  'stock.adjust': ['Inventory', 'Stock adjusted'],
  'stock.transfer': ['Inventory', 'Stock transferred'],
  'stock.reverse': ['Inventory', 'Stock document reversed'],
  'lot.quarantine': ['Inventory', 'Lot quarantined'],
  'lot.release': ['Inventory', 'Lot released'],
}

const actionGroups = Object.entries(Object.groupBy(Object.entries(names), ([, [group]]) => group)).map(
  ([group, members = []]) => ({ group, items: members.map(([value, [, label]]) => ({ value, label })) }),
)

// The list shows times in the browser's time zone, so days are days there too.

/** The start of a day. `2026-01-31` in Berlin: `2026-01-30T23:00:00.000Z` */
const startOf = (day: string) => new Date(`${day}T00:00`).toISOString()

/** The start of the day after. */
function startOfNext(day: string): string {
  const next = new Date(`${day}T00:00`)
  next.setDate(next.getDate() + 1)
  return next.toISOString()
}

/** The last day that begins before an instant. */
const lastDayBefore = (instant: string) => localDay(Date.parse(instant) - 1)

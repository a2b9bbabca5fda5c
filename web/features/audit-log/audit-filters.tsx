import { Select } from '@mantine/core'
import type { AuditAction, listAuditLog } from '#contract'
import { type FilterOf, searchFilter } from '../../components/filters.tsx'
import { periodFilter } from '../../components/period-filter.tsx'

export const auditFilters: FilterOf<typeof listAuditLog>[] = [
  searchFilter('Search by email address', 'actor'),
  ({ values: { action }, set }) => (
    <Select
      aria-label="Action"
      placeholder="Any action"
      data={actionGroups}
      value={action ?? null}
      onChange={(action) => set({ action: (action as AuditAction | null) ?? undefined })}
      clearable
      clearButtonProps={{ 'aria-label': 'Any action' }}
      flex={{ base: '1 1 100%', sm: '1 1 12rem' }}
      maw={{ base: 'none', sm: '16rem' }}
    />
  ),
  periodFilter,
]

/** The group and the name of each action. */
const names: Record<AuditAction, [group: string, name: string]> = {
  'user.create': ['Users', 'User joined'],
  'user.role': ['Users', 'Role changed'],
  'user.access': ['Users', 'Access changed'],
  'user.disable': ['Users', 'User disabled'],
  'user.enable': ['Users', 'User enabled'],
  'user.name': ['Users', 'Name changed'],
  'user.email': ['Users', 'Email address changed'],
  'user.password': ['Users', 'Password reset'],
  'user.two_factor': ['Users', 'Two-factor authentication changed'],
  'user.identity_link': ['Users', 'Identity linked'],
  'owner.transfer': ['Users', 'Ownership transferred'],
  'session.sign_in': ['Sessions', 'Signed in'],
  'session.sign_out': ['Sessions', 'Signed out'],
  'session.sign_in_failed': ['Sessions', 'Sign-in failed'],
  'invitation.create': ['Invitations', 'Invitation created'],
  'invitation.confirm': ['Invitations', 'Invitation confirmed'],
  'invitation.revoke': ['Invitations', 'Invitation revoked'],
  'api_key.create': ['API keys', 'API key created'],
  'api_key.revoke': ['API keys', 'API key revoked'],
  'grant.request': ['API keys', 'Change requested'],
  'grant.confirm': ['API keys', 'Change confirmed'],
  'grant.decline': ['API keys', 'Change declined'],
  'project.create': ['Projects', 'Project created'],
  'project.update': ['Projects', 'Project changed'],
  'project.access': ['Projects', 'Who can see a project changed'],
  'project.delete': ['Projects', 'Project deleted'],
  'project.pseudonymise': ['Projects', 'Names replaced'],
  'source.download': ['Projects', 'Original downloaded'],
  'source.delete': ['Projects', 'Source deleted'],
  'tracker.delete': ['Projects', 'Tracker deleted'],
  'skill.delete': ['Projects', 'Skill deleted'],
  'settings.change': ['Organisation', 'Settings changed'],
  'backup.create': ['Organisation', 'Backup started'],
  'secret.rotate': ['Organisation', 'Secret rotated'],
  'import.create': ['Organisation', 'Import started'],
  'data.export': ['Organisation', 'Data exported'],
  'patient.create': ['Patients', 'Patient created'],
  'patient.update': ['Patients', 'Patient updated'],
  'patient.merge': ['Patients', 'Patients merged'],
  'patient.merge_undo': ['Patients', 'Merge undone'],
  'patient.flag_different': ['Patients', 'Flagged as different patients'],
  'patient.unflag_different': ['Patients', 'Different-patients flag deleted'],
  'patient.erase': ['Patients', 'Patient erased'],
  'invoice.draft': ['Billing', 'Draft created'],
  'invoice.update': ['Billing', 'Draft updated'],
  'invoice.delete': ['Billing', 'Draft deleted'],
  'invoice.issue': ['Billing', 'Invoice issued'],
  'invoice.void': ['Billing', 'Invoice voided'],
  'credit_note.create': ['Billing', 'Credit note created'],
  'payment.record': ['Billing', 'Payment recorded'],
  'payment.reverse': ['Billing', 'Payment reversed'],
  'item.create': ['Inventory', 'Item created'],
  'item.update': ['Inventory', 'Item updated'],
  'location.create': ['Inventory', 'Location created'],
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

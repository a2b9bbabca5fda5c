import type { AuditAction } from '#contract'

/** What can be looked for, as a noun, after what it is about. */
const names: Record<AuditAction, [group: string, name: string]> = {
  'user.create': ['Members', 'Member joined'],
  'user.role': ['Members', 'Role changed'],
  'user.disable': ['Members', 'Member disabled'],
  'user.enable': ['Members', 'Member enabled'],
  'user.password': ['Members', 'Password reset'],
  'user.two_factor': ['Members', 'Second step changed'],
  'user.identity_link': ['Members', 'Identity linked'],
  'owner.transfer': ['Members', 'Ownership handed over'],
  'session.sign_in_failed': ['Members', 'Sign-in failed'],
  'invitation.create': ['Invitations', 'Invitation made'],
  'invitation.revoke': ['Invitations', 'Invitation revoked'],
  'api_key.create': ['API keys', 'API key created'],
  'api_key.revoke': ['API keys', 'API key revoked'],
  'project.delete': ['Organisation', 'Project deleted'],
  'settings.change': ['Organisation', 'Settings changed'],
}

export const actionGroups = Object.entries(Object.groupBy(Object.entries(names), ([, [group]]) => group)).map(
  ([group, members = []]) => ({ group, items: members.map(([value, [, label]]) => ({ value, label })) }),
)

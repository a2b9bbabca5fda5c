import {
  type AuditEntry,
  type Operation,
  revokeInvitation,
  updateProject,
  updateSettings,
  updateUser,
} from '#contract'

/** An ordinary operation that undoes an action. */
export interface Inverse {
  operation: Operation
  input: object
}

/** The operations that set former values again, by what they change. */
const setters: Record<string, { operation: Operation; id?: string }> = {
  user: { operation: updateUser, id: 'userId' },
  project: { operation: updateProject, id: 'projectId' },
  settings: { operation: updateSettings },
}

/** Returns what undoes an action; undefined if nothing does. */
export function inverseOf({ action, target, details: { formerValues } }: AuditEntry): Inverse | undefined {
  if (action === 'invitation.create')
    return { operation: revokeInvitation, input: { invitationId: target.id } }
  const setter = setters[target.type]
  if (!setter || typeof formerValues !== 'string') return undefined
  const { operation, id } = setter
  return { operation, input: { ...(id && { [id]: target.id }), ...(JSON.parse(formerValues) as object) } }
}

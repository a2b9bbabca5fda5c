import type { Access, Role } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { accessName } from './presets.ts'
import { roleNames } from './roles.ts'

/** A role, with the name of a member's access if it is known. */
export function RoleAndAccess({ role, access }: { role: Role; access: Access | null }) {
  return (
    <>
      <div>{roleNames[role]}</div>
      {role === 'member' && access && <Caption>{accessName(access)}</Caption>}
    </>
  )
}

import { IconLock } from '@tabler/icons-react'
import type { Project } from '#contract'
import { StateBadge } from '../../components/state-badge.tsx'

/** Marks a project that not everyone with access to insights can edit. */
export function LockedBadge({ access: { everyone } }: Pick<Project, 'access'>) {
  if (everyone === 'edit') return null
  return (
    <StateBadge
      kind="quiet"
      icon={IconLock}
      text={everyone === 'none' ? 'Restricted' : 'View only for most'}
    />
  )
}

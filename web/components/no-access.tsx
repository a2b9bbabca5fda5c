import type { AccessLevel, Area } from '#contract'
import { PageHeader } from './page.tsx'

interface NoAccessProps {
  area: Area
  level: AccessLevel
}

/** Replaces a page for those who have no access to it. */
export default function NoAccess({ area, level }: NoAccessProps) {
  return (
    <PageHeader
      title={`You ${level === 'edit' ? 'cannot change anything in' : 'have no access to'} ${area}`}
      description="Ask an owner or admin for access."
    />
  )
}

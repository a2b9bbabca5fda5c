import { EmptyState } from '../../components/empty-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'

/** Stands in for the pages of merging where one's role may not merge. */
export function NotForMembers({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} back={{ to: '/patients', label: 'Patients' }} />
      <EmptyState
        title="Merging is for the owner and admins"
        text="Ask one of them to compare the records. The Members page says who they are."
      />
    </>
  )
}

import { AdminsOnly } from '../../components/admins-only.tsx'

export const mergingIsForAdmins = {
  may: 'merge records',
  text: 'Ask one of them to compare the records. They are listed on the Users page.',
}

/** Replaces the pages about merging for those whose role may not merge. */
export const NotForMembers = ({ title }: { title: string }) => (
  <AdminsOnly title={title} back={{ to: '/patients', label: 'Patients' }} {...mergingIsForAdmins} />
)

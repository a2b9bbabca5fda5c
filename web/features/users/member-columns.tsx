import { Text } from '@mantine/core'
import type { User } from '#contract'
import type { Column } from '../../components/data-table.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { MemberMenu } from './member-menu.tsx'
import { roleNames } from './roles.ts'

interface Reader {
  /** The reader's own id. */
  me: string
  /** Whether the reader may change roles and disable. */
  mayChange: boolean
}

export const memberColumns = ({ me, mayChange }: Reader): Column<User>[] => [
  {
    heading: 'Name',
    cell: ({ id, name, email }) => (
      <>
        <Text span inherit fw={500}>
          <bdi>{name}</bdi>
        </Text>
        {id === me && (
          <Text span size="xs" c="dimmed">
            {' '}
            (you)
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      </>
    ),
  },
  { heading: 'Role', width: '8rem', cell: ({ role }) => roleNames[role] },
  {
    heading: 'State',
    width: '9rem',
    cell: ({ disabled }) => (
      <StateBadge kind={disabled ? 'bad' : 'good'}>{disabled ? 'Disabled' : 'Active'}</StateBadge>
    ),
  },
  {
    heading: 'Second step',
    width: '8rem',
    cell: ({ twoFactor }) => (twoFactor ? 'On' : <Text c="dimmed">Off</Text>),
  },
  { heading: 'Joined', width: '9rem', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ...(mayChange
    ? [
        {
          heading: 'Actions',
          hideHeading: true,
          align: 'right' as const,
          width: '4rem',
          cell: (member: User) =>
            member.role !== 'owner' && <MemberMenu member={member} isMe={member.id === me} />,
        },
      ]
    : []),
]

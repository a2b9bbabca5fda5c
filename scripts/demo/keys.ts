import type { Client } from '#client'
import { createApiKey, getMe, revokeApiKey } from '#contract'
import type { Cast, Who } from './people.ts'
import { daysAgo, minutesAgo, type Scene } from './scene.ts'

interface Key {
  of: Who
  name: string
  madeAt: number
  expiresInDays?: number
  usedAt: number[]
  revokedAt?: number
}

/** Keys in each state that the page of keys can show. */
const keys: Key[] = [
  {
    of: 'clara',
    name: 'Nightly export',
    madeAt: daysAgo(118),
    usedAt: [daysAgo(40, '02:00'), minutesAgo(8 * 60)],
  },
  { of: 'clara', name: 'Old laptop', madeAt: daysAgo(115), usedAt: [daysAgo(104, '16:40')] },
  { of: 'clara', name: 'Chat bot', madeAt: daysAgo(100), expiresInDays: 365, usedAt: [daysAgo(9)] },
  {
    of: 'clara',
    name: 'Upload by the contractor',
    madeAt: daysAgo(80),
    expiresInDays: 90,
    usedAt: [daysAgo(54)],
    revokedAt: daysAgo(52, '09:05'),
  },
  {
    of: 'clara',
    name: 'Trial of a dashboard',
    madeAt: daysAgo(60),
    expiresInDays: 30,
    usedAt: [daysAgo(31)],
  },
  {
    of: 'clara',
    name: 'Laboratory interface',
    madeAt: daysAgo(27),
    expiresInDays: 30,
    usedAt: [daysAgo(1, '15:30')],
  },
  { of: 'clara', name: 'Door of the pharmacy', madeAt: daysAgo(5), expiresInDays: 365, usedAt: [] },
  // Being replaced: the old one is used still.
  { of: 'clara', name: 'Appointment reminders', madeAt: daysAgo(95), usedAt: [daysAgo(12), minutesAgo(55)] },
  { of: 'clara', name: 'Appointment reminders (v2)', madeAt: daysAgo(2, '14:00'), usedAt: [minutesAgo(20)] },
  // And one that can go.
  {
    of: 'clara',
    name: 'Bookkeeping',
    madeAt: daysAgo(98),
    expiresInDays: 365,
    usedAt: [daysAgo(7, '04:00')],
  },
  {
    of: 'clara',
    name: 'Bookkeeping (v2)',
    madeAt: daysAgo(6, '09:40'),
    expiresInDays: 365,
    usedAt: [minutesAgo(0.5)],
  },
  { of: 'clara', name: 'Front desk screen', madeAt: daysAgo(45), usedAt: [minutesAgo(0)] },
  { of: 'ravi', name: 'Monitoring', madeAt: daysAgo(110), usedAt: [minutesAgo(1)] },
  { of: 'ravi', name: 'Test of the backup', madeAt: daysAgo(97), usedAt: [] },
  {
    of: 'amina',
    name: 'Upload of interviews',
    madeAt: daysAgo(78),
    expiresInDays: 180,
    usedAt: [daysAgo(1, '18:00')],
  },
  { of: 'reports', name: 'Weekly report', madeAt: daysAgo(114), usedAt: [daysAgo(1, '05:00')] },
  { of: 'felix', name: 'Stock count on my phone', madeAt: daysAgo(60), usedAt: [daysAgo(28, '17:50')] },
]

export const lifeOfKeys = ({ as, withKey }: Cast): Scene[] =>
  keys.flatMap(({ of, name, madeAt, expiresInDays = null, usedAt, revokedAt }) => {
    let id = ''
    let script: Client | undefined
    return [
      {
        at: madeAt,
        async play() {
          const made = await (await as(of)).call(createApiKey, { name, expiresInDays })
          id = made.id
          script = withKey(made.token)
        },
      },
      ...usedAt.map((at) => ({ at, play: async () => script?.call(getMe) })),
      ...(revokedAt
        ? [{ at: revokedAt, play: async () => (await as(of)).call(revokeApiKey, { keyId: id }) }]
        : []),
    ]
  })

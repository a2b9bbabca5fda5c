import { Skeleton } from '@mantine/core'
import { getSettings, getStatement } from '#contract'
import { useCall } from '../../api.ts'
import { isNegative, isZero } from '../../components/amounts.ts'
import type { Fact } from '../../components/facts.tsx'
import { TextLink } from '../../components/links.tsx'
import { Money } from '../../components/money.tsx'

/** The last day that a date can have: a statement from there is its balances alone, however long it is. */
const end = '9999-12-31'

/** Returns what a patient owes, or is owed, and what of it is overdue, by currency. */
export function useBalance(patientId: string): Fact[] {
  const { data: settings } = useCall(getSettings)
  const { data: statement, isError } = useCall(getStatement, { patientId, from: end })
  if (isError) return []
  if (!statement || !settings) return [{ name: 'Amount due', large: true, value: <Skeleton h={20} w={88} /> }]
  const { accounts } = statement
  const balances =
    accounts.length > 0 ? accounts : [{ currency: settings.currency, closing: '0', overdue: '0' }]
  return balances.flatMap(({ currency, closing, overdue }) => [
    {
      name: isNegative(closing) ? 'Credit balance' : 'Amount due',
      large: true,
      value: <Money amount={closing.replace('-', '')} currency={currency} />,
    },
    ...(isZero(overdue)
      ? []
      : [
          {
            name: 'Overdue',
            large: true,
            value: (
              <TextLink to="/billing" search={{ patientId, overdue: 'true' }} inherit>
                <Money amount={overdue} currency={currency} />
              </TextLink>
            ),
          },
        ]),
  ])
}

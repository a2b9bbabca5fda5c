import { Button, Stack } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { requestOf } from '#client'
import { getPatient, getStatement, getStatementPdf, type Statement } from '#contract'
import { callOptions, useCall } from '../../../api.ts'
import { isNegative } from '../../../components/amounts.ts'
import { DataTable } from '../../../components/data-table.tsx'
import { DayField } from '../../../components/day-field.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Facts } from '../../../components/facts.tsx'
import { fieldsOf, refusedFields } from '../../../components/field-errors.ts'
import { FilterBar } from '../../../components/filters.tsx'
import { calendarDate, locale } from '../../../components/format.ts'
import { Money } from '../../../components/money.tsx'
import { Loaded, PageHeader, Section } from '../../../components/page.tsx'
import { staticList, useFilters } from '../../../list.ts'
import { patientName } from '../../patients/words.ts'
import { entryColumns } from './statement-columns.tsx'

const route = getRouteApi('/shell/patients/$patientId/statement')

/** What a patient was invoiced and paid, by default from the first invoice on, or in a period. */
export default function StatementPage() {
  const { patientId } = route.useParams()
  const { values, set } = useFilters(getStatement)
  const { data: patient } = useCall(getPatient, { patientId })
  // The statement of another period stays visible while this one loads.
  const call = useQuery({
    ...callOptions(getStatement, { patientId, ...values }),
    placeholderData: keepPreviousData,
  })
  const wrong = refusedFields(call.error, fieldsOf({ from: '', to: '' }))
  return (
    <>
      <PageHeader
        title="Statement"
        part={patient && patientName(patient)}
        back={{
          to: '/patients/$patientId',
          params: { patientId },
          label: patient ? patientName(patient) : 'Patient',
        }}
        description={
          patient && (
            <>
              Everything invoiced to and paid by <bdi>{patientName(patient)}</bdi>
              {values.from && ` from ${calendarDate(values.from)}`}
              {values.to && ` to ${calendarDate(values.to)}`}, with the balance after each entry.
            </>
          )
        }
        action={
          call.isSuccess && (
            <Button
              component="a"
              href={requestOf(getStatementPdf, { patientId, ...values }).url}
              target="_blank"
              rel="noopener"
              leftSection={<IconFileTypePdf size={16} aria-hidden />}
            >
              PDF
            </Button>
          )
        }
      />
      <FilterBar>
        <DayField label="From" value={values.from} error={wrong.from} onChange={(from) => set({ from })} />
        <DayField label="To" value={values.to} error={wrong.to} onChange={(to) => set({ to })} />
      </FilterBar>
      {Object.keys(wrong).length === 0 && (
        <Loaded call={call} what="The statement could not be loaded">
          {(statement) => <Accounts statement={statement} />}
        </Loaded>
      )}
    </>
  )
}

function Accounts({ statement }: { statement: Statement }) {
  const { accounts, from, to } = statement
  if (accounts.length === 0)
    return (
      <EmptyState
        title={from || to ? 'No invoices or payments in this period' : 'No invoices yet'}
        text="Issued invoices, credit notes and payments of the patient are listed here."
      />
    )
  if (accounts.length === 1) return <Account account={accounts[0]!} statement={statement} />
  return accounts.map((account) => (
    <Section key={account.currency} title={currencyNames.of(account.currency) ?? account.currency}>
      <Account account={account} statement={statement} />
    </Section>
  ))
}

const currencyNames = new Intl.DisplayNames(locale, { type: 'currency' })

interface AccountProps {
  account: Statement['accounts'][number]
  statement: Statement
}

function Account({ account, statement: { from, to } }: AccountProps) {
  const { currency, opening, entries, closing } = account
  const isOwed = !isNegative(closing)
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          {
            name: [isOwed ? 'Amount due' : 'Credit balance', to && `as of ${calendarDate(to)}`]
              .filter(Boolean)
              .join(' '),
            large: true,
            value: <Money amount={isOwed ? closing : closing.slice(1)} currency={currency} />,
          },
          ...(from
            ? [
                {
                  name: `Opening balance on ${calendarDate(from)}`,
                  value: <Money amount={opening} currency={currency} />,
                },
              ]
            : []),
        ]}
      />
      <DataTable
        label={`Entries in ${currency}`}
        // An invoice can have two entries: its issue and its void.
        list={staticList(entries.map((entry) => ({ ...entry, id: `${entry.kind} ${entry.id}` })))}
        columns={entryColumns(currency)}
        empty={{ title: 'No entries', text: 'Nothing was invoiced or paid in this period.' }}
      />
    </Stack>
  )
}

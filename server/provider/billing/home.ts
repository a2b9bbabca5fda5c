import { sql } from 'kysely'
import { createInvoice, listInvoices, updateSettings } from '#contract'
import { decimalText, type HomePart } from '#platform'

export const homeOfBilling: HomePart = {
  half: 'clinic',
  sections: [
    {
      name: 'overdueInvoices',
      list: listInvoices,
      rows: ({ today }) => sql`
        select id, number, billed_to as "billedTo", patient_id as "patientId", due_date as "dueDate", ${decimalText(sql`due`)} as due, currency
        from invoices where status = 'issued' and due_date < ${today}::date order by due_date, id`,
    },
  ],
  steps: [
    {
      step: 'letterhead',
      takes: updateSettings,
      isDone: () => sql`(select letterhead ->> 'line' <> '' from settings)`,
    },
    {
      step: 'invoice',
      takes: createInvoice,
      isDone: () => sql`exists (select from invoices where status <> 'draft')`,
    },
  ],
}

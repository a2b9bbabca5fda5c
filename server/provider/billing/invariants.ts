import { sql } from 'kysely'
import { type Invariant, noRow } from '#platform'
import { amountInvariants } from './amount-invariants.ts'
import { accountEntries } from './statement/entries.ts'

/** Invoices and credit notes with numbers. */
const numbered = sql`
  select 'invoices ' || id as row, series, ordinal, number, issued_at from invoices where ordinal is not null
  union all
  select 'credit_notes ' || id, series, ordinal, number, issued_at from credit_notes`

export const billingInvariants: Invariant[] = [
  noRow(
    'The numbers of a series start at 1 and have no gaps',
    sql`select row, series || ' ' || ordinal || ' comes after ' || before as what from (
        select n.*, lag(ordinal, 1, 0) over (partition by series order by ordinal) as before from (${numbered}) n) as n
      where ordinal <> before + 1`,
  ),
  noRow(
    'Numbers follow the order of issue',
    sql`select row, number || ' was issued before the number before it' as what from (
        select n.*, lag(issued_at) over (partition by series order by ordinal) as before from (${numbered}) n) as n
      where issued_at < before`,
  ),
  noRow(
    'A number ends with its ordinal',
    sql`select row, number || ' has the ordinal ' || ordinal as what from (${numbered}) n
      where right(number, length(ordinal::text)) <> ordinal::text`,
  ),
  noRow(
    'The counter of a series is at its last number',
    sql`select 'invoice_series_counters ' || coalesce(c.series, n.series) as row,
        'it is at ' || coalesce(c.last, 0) || ', but the last number is ' || coalesce(n.last, 0) as what
      from invoice_series_counters c
      full join (select series, max(ordinal) as last from (${numbered}) n group by series) n on n.series = c.series
      where c.last is distinct from n.last`,
  ),
  noRow(
    'Every stored file is of an issued invoice or a credit note',
    sql`select 'issued_files ' || f.document_id || '/' || f.format as row, 'its document is not issued' as what
      from issued_files f where not exists (select from invoices i where i.id = f.document_id and i.number is not null)
      and not exists (select from credit_notes c where c.id = f.document_id)`,
  ),
  noRow(
    'Every invoice has lines',
    sql`select 'invoices ' || i.id as row, 'it has no lines' as what from invoices i
      where not exists (select from invoice_lines l where l.invoice_id = i.id)`,
  ),
  noRow(
    'Paid and credited amounts are the sums of payments and credit notes',
    sql`
      select 'invoices ' || i.id as row, 'it has ' || i.paid || ' paid and ' || i.credited || ' credited, and should have '
        || coalesce(p.paid, 0) || ' and ' || coalesce(c.credited, 0) as what
      from invoices i
      left join (select invoice_id, sum(amount) as paid from payments group by 1) p on p.invoice_id = i.id
      left join (select invoice_id, sum(gross) as credited from credit_notes group by 1) c on c.invoice_id = i.id
      where i.paid <> coalesce(p.paid, 0) or i.credited <> coalesce(c.credited, 0)`,
  ),
  noRow(
    'A payment has the number and billed name of its invoice',
    sql`select 'payments ' || p.id as row, 'it has ' || p.invoice_text || ' instead of ' || i.number || ' ' || i.billed_to as what
      from payments p join invoices i on i.id = p.invoice_id
      where p.invoice_text is distinct from i.number || ' ' || i.billed_to`,
  ),
  noRow(
    'The entries of an invoice in statements add up to its amount due',
    sql`select 'invoices ' || i.id as row, 'it has ' || i.due || ' due, and its entries add up to ' || e.sum as what
      from (select invoice_id, sum(amount) as sum from (${accountEntries}) entry group by invoice_id) e
      join invoices i on i.id = e.invoice_id where i.due <> e.sum`,
  ),
  noRow(
    'Void invoices and drafts have no credit notes, and only reversed payments',
    sql`select 'invoices ' || i.id as row, 'it is ' || i.status as what from invoices i
      where i.status in ('void', 'draft') and (exists (select from payments p where p.invoice_id = i.id
          and p.reverses is null and not exists (select from payments r where r.reverses = p.id))
        or exists (select from credit_notes c where c.invoice_id = i.id))`,
  ),
  noRow(
    'Credited quantities do not exceed the invoice line',
    sql`select 'invoice_lines ' || l.id as row, 'of ' || l.quantity || ' ' || sum(c.quantity) || ' is credited' as what
      from invoice_lines l join credit_note_lines c on c.line_id = l.id
      group by l.id having sum(c.quantity) > l.quantity`,
  ),
  noRow(
    'A credit note credits lines of its own invoice only',
    sql`select 'credit_note_lines ' || c.credit_note_id || '/' || c.line_id as row, 'the line is of another invoice' as what
      from credit_note_lines c join credit_notes n on n.id = c.credit_note_id join invoice_lines l on l.id = c.line_id
      where l.invoice_id <> n.invoice_id`,
  ),
  ...amountInvariants,
  noRow(
    'Every sale or return of stock belongs to an invoice or a credit note',
    sql`
      select 'stock_documents ' || d.id as row, case d.kind when 'sale' then 'its invoice' else 'its credit note or void invoice' end || ' does not exist' as what
      from stock_documents d
      where d.kind = 'sale' and not exists (select from invoices i where i.id = d.id and i.status <> 'draft')
      or d.kind = 'return' and not exists (select from credit_notes c where c.id = d.id)
        and not exists (select from invoices i where i.restock_id = d.id)
      union all
      select 'stock_movements ' || m.id, 'it names no line of its document'
      from stock_movements m join stock_documents d on d.id = m.document_id left join invoice_lines l on l.id = m.source_line
      where (d.kind in ('sale', 'return') or m.source_line is not null) and not coalesce(
        l.item_id = m.item_id and case d.kind
          when 'sale' then l.invoice_id = d.id
          when 'return' then exists (select from credit_notes c where c.id = d.id and c.invoice_id = l.invoice_id)
            or exists (select from invoices i where i.restock_id = d.id and i.id = l.invoice_id)
          else false end, false)`,
  ),
  noRow(
    'Every invoice line took its quantity from stock, and at most that was put back',
    sql`
      with moved as (
        select source_line, sum(quantity) filter (where d.kind = 'sale') as taken,
          sum(quantity) filter (where d.kind = 'return') as returned
        from stock_movements m join stock_documents d on d.id = m.document_id
        where source_line is not null group by source_line)
      select 'invoice_lines ' || l.id as row, 'of ' || l.quantity || ' ' || coalesce(taken, 0) || ' was taken and '
        || coalesce(returned, 0) || ' put back' as what
      from invoice_lines l join invoices i on i.id = l.invoice_id left join moved on source_line = l.id
      where coalesce(taken, 0) <> case when l.item_id is null or i.status = 'draft' then 0 else l.quantity end
      or returned > l.quantity or (i.restock_id is not null and l.item_id is not null and returned is distinct from l.quantity)`,
  ),
  noRow(
    'Searches know the name of each payer',
    sql`select 'invoices ' || id as row, 'its payer is unknown to searches' as what from invoices
      where payer is not null and not exists (select from payer_names where name = billed_to)`,
  ),
]

import type { TestApp } from '#testing'

const columns: Record<string, [table: string, date: string]> = {
  invoice: ['invoices', 'issue_date'],
  void: ['invoices', 'voided_on'],
  credit_note: ['credit_notes', 'issue_date'],
  payment: ['payments', 'received_on'],
}

/** Changes dates behind the database's back: the server dates many entries today. @param dates by kind and id: `void 0190…` */
export async function dated({ db }: TestApp, dates: Record<string, string>): Promise<void> {
  const statements = Object.entries(dates).map(([entry, date]) => {
    const [kind = '', id] = entry.split(' ')
    const [table, column] = columns[kind]!
    return `update ${table} set ${column} = '${date}' where id = '${id}'`
  })
  const triggers = (action: 'disable' | 'enable') =>
    ['invoices', 'credit_notes', 'payments'].map((table) => `alter table ${table} ${action} trigger user`)
  await db.pool.query([...triggers('disable'), ...statements, ...triggers('enable')].join('; '))
}

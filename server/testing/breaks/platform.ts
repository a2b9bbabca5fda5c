import { type Break, made } from './break.ts'

export const platformBreaks: Break[] = [
  {
    rule: 'Every recorded response can be repeated',
    rows: [
      {
        sql: `select concat_ws(' ', 'idempotency_records', caller_id, 'projects.create twice') from idempotency_records where key = 'twice'`,
      },
    ],
    sql: [`update idempotency_records set body = '{"cut' where key = 'twice'`],
  },
  {
    rule: 'Every recorded response can be repeated',
    rows: [
      {
        sql: `select concat_ws(' ', 'idempotency_records', caller_id, 'apiKeys.create secret') from idempotency_records where key = 'secret'`,
      },
    ],
    sql: [`update idempotency_records set body = '{"token":"aie_"}' where key = 'secret'`],
  },
  {
    rule: 'No job has failed for good',
    rows: [`pgboss.job ${made}`],
    sql: [`insert into pgboss.job (id, name, data) values ('${made}', 'dead_letters', '{}')`],
  },
]

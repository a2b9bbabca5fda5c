/**
 * Settings of each session, whatever those of the server, the database and the role are. They limit every statement and wait,
 * end forgotten transactions, and fix what our statements and the driver rely on.
 */
export const sessionSettings: Readonly<Record<string, string>> = {
  statement_timeout: '30s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
  // Compiling takes longer than any of these statements.
  jit: 'off',
  // What is acknowledged is on the disk.
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
  client_encoding: 'UTF8',
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  array_nulls: 'on',
  // More would leave results out at random.
  gin_fuzzy_search_limit: '0',
}

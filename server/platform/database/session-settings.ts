/** Limits every statement and wait, and ends forgotten transactions. */
export const sessionSettings: Readonly<Record<string, string>> = {
  statement_timeout: '30s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
  // Compiling takes longer than any of these statements.
  jit: 'off',
  timezone: 'UTC',
}

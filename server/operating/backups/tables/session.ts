/** Settings for the transaction that reads or writes tables: a portable text format, and no time limits. */
export const exchange = `
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local timezone = 'UTC';
  set local statement_timeout = 0;
  set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

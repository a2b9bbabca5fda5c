/** The server responds, but Aerie cannot work with it as it is. */
export class UnusableServerError extends Error {
  override name = 'UnusableServerError'
}

/** The server is in recovery: it can lack confirmed changes, such as the revocation of a key. */
export class StandbyError extends UnusableServerError {
  constructor() {
    super('The server is a standby')
  }
}

/** A connection pooler between this node and its server forgets what a session is set to. The message is for the operator. */
export class PoolerError extends UnusableServerError {
  constructor(options?: ErrorOptions) {
    super(
      'DATABASE_URL leads to a connection pooler such as PgBouncer and lacks pgbouncer=true. Add it: postgres://user:password@host:6432/database?pgbouncer=true',
      options,
    )
  }
}

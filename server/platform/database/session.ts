import pg, { type ClientConfig } from 'pg'

/** The server is in recovery: it can lack confirmed changes, such as the revocation of a key. */
export class StandbyError extends Error {
  override name = 'StandbyError'

  constructor() {
    super('The server is a standby')
  }
}

/** A connection that knows whether its server is a standby. PostgreSQL reports this unasked, at the start and on promotion. */
export class Session extends pg.Client {
  #isStandby = false

  constructor(config?: string | ClientConfig) {
    super(config)
    this.connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
      if (status.parameterName === 'in_hot_standby') this.#isStandby = status.parameterValue === 'on'
    })
  }

  /** Once this passes, it holds until the connection ends: a primary only becomes a standby by a restart. @throws StandbyError */
  refuseStandby(): void {
    if (this.#isStandby) throw new StandbyError()
  }
}

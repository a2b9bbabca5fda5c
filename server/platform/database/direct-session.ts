import pg, { type ClientBase, type ClientConfig, type PoolConfig } from 'pg'
import { askingFirst } from './pooler.ts'
import { searchPathOf } from './search-path.ts'
import { sessionSettings } from './session-settings.ts'
import { PoolerError, StandbyError } from './unusable-server.ts'

/** A setting of our own, which arrives with the others. */
const marker = 'aerie.session'

/**
 * Returns how a pool connects to a server without a pooler in between: its sessions have `sessionSettings` from the start,
 * and find our tables. It refuses standbys and poolers.
 */
export function direct(name: string): PoolConfig {
  const settings = Object.entries({ ...sessionSettings, [marker]: 'on' })
  const refusePoolers = askingFirst(refusePooler)
  return {
    application_name: name,
    options: settings.map(([setting, value]) => `-c ${setting}=${value.replaceAll(' ', '\\ ')}`).join(' '),
    Client: DirectSession,
    async onConnect(client) {
      ;(client as DirectSession).refuseStandby()
      await refusePoolers(client)
      const path = await searchPathOf(client)
      if (path !== null) await client.query(`set search_path = ${path}`)
    },
  }
}

async function refusePooler(client: ClientBase): Promise<void> {
  const { rows } = await client.query('select current_setting($1, true) as value', [marker])
  if (rows[0]?.value !== 'on') throw new PoolerError()
}

/** A connection that knows whether its server is a standby. PostgreSQL reports this unasked, at the start and on promotion. */
class DirectSession extends pg.Client {
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

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void) {
    if (!callback) return super.connect()
    // PgBouncer refuses settings that it cannot keep.
    super.connect((error: Error) =>
      callback(
        /unsupported startup parameter/.test(error?.message) ? new PoolerError({ cause: error }) : error,
      ),
    )
  }
}

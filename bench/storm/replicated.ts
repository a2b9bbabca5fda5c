import { newCertificates } from '../../server/testing/certificates.ts'
import { startPgbouncer } from '../../server/testing/pgbouncer.ts'
import { startProxy, type Proxy as TcpProxy } from '../../server/testing/proxy.ts'
import { openPostgres } from '../postgres.ts'
import { type Fault, waitBetween } from './faults.ts'
import { hostname } from './nodes.ts'

/** A database that nodes share. */
export interface SharedDatabase {
  /** Its address for nodes. */
  url: string
  /** Its address for observers. */
  direct: string
  /** Between nodes and the database. */
  proxies: TcpProxy[]
  faults: Record<string, Fault>
}

/** Fewer than the nodes ask for, so that a transaction of a node runs in whichever session is free. */
const poolSize = 10

/** Starts PostgreSQL with a synchronous standby, behind PgBouncer in transaction mode, with TLS on both sides. */
export async function startReplicated(opened: AsyncDisposableStack): Promise<SharedDatabase> {
  const addressOf = ({ port }: { port: number }) => ({ hostname, port })
  const certificates = opened.use(await newCertificates())
  certificates.addAuthority('ca')
  certificates.issue('server', 'localhost', '-addext subjectAltName=DNS:localhost,IP:127.0.0.1')
  const certificate = await certificates.read('server')

  const primary = opened.use(await openPostgres({ certificate }))
  const standby = await primary.startStandby()
  opened.defer(() => standby.stop())
  const database = await startProxy(addressOf(primary))
  opened.defer(() => database.stop())
  const direct = await primary.createDatabase()
  const throughProxy = new URL(direct)
  throughProxy.port = String(database.port)

  const startPooler = () => startPgbouncer(throughProxy.href, { poolSize, certificate })
  let pgbouncer = await startPooler()
  opened.defer(() => pgbouncer.stop())
  const pooler = await startProxy(addressOf(pgbouncer))
  opened.defer(() => pooler.stop())
  const url = new URL(direct)
  url.hostname = 'localhost'
  url.port = String(pooler.port)
  const tls = { pgbouncer: 'true', sslmode: 'verify-full', sslrootcert: certificates.file('ca.crt') }
  url.search = String(new URLSearchParams(tls))

  /** Leads to the primary or, in its absence, to the standby, and ends all connections to the other one. */
  function failOverTo(server: { port: number }): void {
    database.leadTo(addressOf(server))
    database.cut()
  }

  const faults: Record<string, Fault> = {
    /** Every response of PostgreSQL takes longer, so that transactions overlap. */
    async 'database slow'(dice) {
      database.slowDown(dice.between(5, 40))
      await waitBetween(dice, 1000, 3000)
      database.slowDown(0)
    },
    async 'database crashed'(dice) {
      await primary.control('stop immediate')
      await waitBetween(dice, 0, 1000)
      await primary.control('start')
    },
    /** The standby stores changes without showing them. Until the primary is back, the nodes reach only the standby. */
    async 'standby behind, then primary crashed'(dice) {
      await standby.pauseReplay()
      await waitBetween(dice, 1500, 3000)
      await primary.control('stop immediate')
      failOverTo(standby)
      await waitBetween(dice, 1500, 3000)
      await primary.control('start')
      failOverTo(primary)
      await standby.resumeReplay()
    },
    /** Commits wait for the standby meanwhile. */
    async 'standby stopped'(dice) {
      await standby.control('stop fast')
      await waitBetween(dice, 500, 2500)
      await standby.control('start')
    },
    async 'PgBouncer restarted'() {
      await pgbouncer.stop()
      pgbouncer = await startPooler()
      pooler.leadTo(addressOf(pgbouncer))
    },
  }
  return { url: url.href, direct, proxies: [pooler, database], faults }
}

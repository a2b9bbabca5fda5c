import { direct } from './direct-session.ts'
import type { Connecting } from './pool.ts'
import { pooled } from './pooler.ts'
import { takeTls } from './tls.ts'

/**
 * Returns how a pool connects to the server of a DATABASE_URL.
 * @param name how PostgreSQL lists the connections; a pooler has one name for all
 * @throws TlsSettingError
 */
export function connectionOf(url: string, name: string): Connecting {
  const [address, query] = url.split('?')
  const parameters = new URLSearchParams(query)
  const isPooled = parameters.get('pgbouncer') === 'true'
  const ssl = takeTls(parameters)
  const isSocket = parameters.get('host')?.startsWith('/') ?? /[@/]%2f/i.test(address ?? '')
  return {
    ...(isPooled ? pooled() : direct(name)),
    // The driver would prefer its own meaning of the parameters about TLS.
    connectionString: `${address}?${parameters}`,
    // In libpq, too, sockets of this machine have no TLS.
    ...(ssl !== undefined && { ssl: !isSocket && ssl }),
  }
}

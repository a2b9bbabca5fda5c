import { isIP } from 'node:net'

/**
 * Returns what is wrong with the address of a PostgreSQL server, or undefined. Never quotes it: a misplaced part of it can
 * be a password.
 */
export function problemOfDatabaseUrl(text: string): string | undefined {
  const [, authority, rest = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)(.*)$/is.exec(text) ?? []
  if (authority === undefined) return `Not an address such as ${databaseExample}`
  const user = authority.slice(0, Math.max(authority.lastIndexOf('@'), 0))
  // What follows the host contains neither, unless the host begins in the middle of a password.
  if (/[@#]/.test(rest) || !isEncoded(user)) {
    return 'Percent-encode @, /, ?, # and % in the user name and password: write %40, %2F, %3F, %23 and %25'
  }
  const host = authority.slice(user.length).replace(/^@/, '')
  if (host.includes(',')) return 'It names several hosts. Name one'
  if (host !== '' && !URL.canParse(`postgres://${host}`)) return `Not an address such as ${databaseExample}`
  const parameters = new URLSearchParams(rest.split('?')[1])
  const pgbouncer = parameters.get('pgbouncer')
  if (pgbouncer !== null && pgbouncer !== 'true') return 'Its parameter pgbouncer can only be true'
  if (host === '' && !parameters.get('host'))
    return `It names no host. Write ${databaseExample}, or add ?host=/FOLDER_OF_SOCKET`
  return undefined
}

const databaseExample = 'postgres://user:password@host:5432/database'

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Returns whether this is the scheme, host and port of a website, and nothing else but a slash. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, href, origin } = new URL(text)
  return /^https?:$/.test(protocol) && href === `${origin}/`
}

/** Returns whether this can be an address to listen on: an IP address or the name of a host. */
export function isHost(text: string): boolean {
  return isIP(text) > 0 || (/^[a-z0-9_][a-z0-9_.-]*$/i.test(text) && URL.canParse(`http://${text}`))
}

/** Returns whether this is an IP address, or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    most > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

/** Returns whether traffic to this address is protected: https, or http on this machine. */
export function isPrivate(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

export function isLoopback(host: string): boolean {
  return ['127.0.0.1', '::1', '[::1]', 'localhost'].includes(host)
}

/**
 * Returns the host for a URL: browsers cannot open `0.0.0.0` or `::`, IPv6 addresses need brackets, and their zone has no
 * place there.
 */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host.replace(/%.*/, '')}]` : host
}

import { readFileSync } from 'node:fs'
import { type ConnectionOptions, createSecureContext } from 'node:tls'

/** A parameter of DATABASE_URL about TLS, or a file that it names, is not valid. The message is for the operator. */
export class TlsSettingError extends Error {
  override name = 'TlsSettingError'
}

/** The parameters of libpq, in the order of its documentation. */
const names = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const

/** The modes of libpq that never fall back to an unencrypted connection unnoticed. */
const modes = ['disable', 'require', 'verify-ca', 'verify-full']

/**
 * Removes the parameters about TLS from those of a DATABASE_URL, and returns what they mean in libpq: whether to encrypt,
 * and how to verify the server. Reads the files. Undefined if there are none.
 *
 * `sslrootcert` without `sslmode` means `verify-full`. Without `sslrootcert`, or if it is `system`, `verify-full` trusts
 * the public authorities.
 * @throws TlsSettingError that names the parameter, never its value
 */
export function takeTls(parameters: URLSearchParams): ConnectionOptions | false | undefined {
  const [given, root, certificate, key] = names.map((name) => parameters.get(name) || undefined)
  for (const name of names) parameters.delete(name)
  if (parameters.has('ssl'))
    throw wrong('ssl: Use sslmode=verify-full, or sslmode=require for no verification')
  if (given === 'prefer' || given === 'allow')
    throw wrong(`sslmode: ${given} can end up unencrypted. Use ${alternatives}`)
  if (given !== undefined && !modes.includes(given)) throw wrong(`sslmode: Use ${alternatives}`)
  if ((certificate === undefined) !== (key === undefined))
    throw wrong('Set both sslcert and sslkey, or neither')
  const mode = given ?? (root || certificate ? 'verify-full' : undefined)
  if (mode === undefined) return undefined
  if (mode === 'disable') return false
  if (root === 'system' && mode !== 'verify-full')
    throw wrong('sslrootcert: system needs sslmode=verify-full')
  if (root === undefined && mode === 'verify-ca')
    throw wrong('sslmode: verify-ca needs sslrootcert or DATABASE_CA_FILE')

  const ca = root && root !== 'system' ? authoritiesIn(root) : undefined
  const own = certificate && key ? { cert: read('sslcert', certificate), key: read('sslkey', key) } : {}
  accept({ ...own }, 'sslcert and sslkey: Not a certificate and its private key, unencrypted, in PEM')
  return {
    ...own,
    ...(ca !== undefined && { ca }),
    // In libpq, too, an authority turns `require` into `verify-ca`.
    rejectUnauthorized: mode !== 'require' || ca !== undefined,
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  }
}

const alternatives = modes.join(', ').replace(/, (?=[^,]*$)/, ' or ')

const wrong = (problem: string) => new TlsSettingError(`DATABASE_URL: ${problem}.`)

function authoritiesIn(path: string): string {
  const ca = read('sslrootcert', path)
  const problem = 'sslrootcert or DATABASE_CA_FILE: Not certificates in PEM'
  if (!ca.includes('-----BEGIN CERTIFICATE-----')) throw wrong(problem)
  accept({ ca }, problem)
  return ca
}

/** @throws TlsSettingError if TLS cannot use these */
function accept(context: { ca?: string; cert?: string; key?: string }, problem: string): void {
  try {
    createSecureContext(context)
  } catch {
    throw wrong(problem)
  }
}

function read(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const setting = name === 'sslrootcert' ? 'sslrootcert or DATABASE_CA_FILE' : name
    throw wrong(`${setting}: The file ${code === 'ENOENT' ? 'does not exist' : 'cannot be read'}`)
  }
}

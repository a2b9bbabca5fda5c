import { BackupError } from '#backups'
import { type Config, ConfigError, isWithin } from '#config'
import {
  type Database,
  FolderInUseError,
  IncompleteFolderError,
  isUnavailable,
  PoolerError,
  TlsSettingError,
} from '#database'
import { FileStoreError } from '#files'
import { ForeignFolderError, ListenError, MemoryError } from '#platform'

/** Returns a sentence about an error that an operator can fix; undefined for others. */
export function explain(error: unknown, config?: Config): string | undefined {
  if (!(error instanceof Error)) return undefined
  const known = [
    BackupError,
    ConfigError,
    FileStoreError,
    FolderInUseError,
    ForeignFolderError,
    IncompleteFolderError,
    ListenError,
    MemoryError,
    TlsSettingError,
  ]
  if (known.some((kind) => error instanceof kind)) return error.message
  // Callers get a refusal, and the operator its cause.
  if (error.cause instanceof FileStoreError) return error.cause.message
  return config && (explainFolder(error, config.dataDir) ?? explainDatabase(error, config))
}

/** Explains an error of the file system about the data folder, what is in it or where it is to be created. */
function explainFolder(error: NodeJS.ErrnoException, dataDir: string): string | undefined {
  const { code = '', path, message } = error
  if (typeof path !== 'string' || (!isWithin(path, dataDir) && !isWithin(dataDir, path))) return undefined
  if (code === 'EEXIST' || code === 'ENOTDIR') return `DATA_DIR is not a folder: ${dataDir}`
  return `DATA_DIR is not writable: ${message}`
}

/** What PostgreSQL reports about its own files (Appendix A of its documentation, classes XX and 58). */
const damage = /^(XX|58)...$/

function explainDatabase(error: NodeJS.ErrnoException, { dataDir, secrets }: Config): string | undefined {
  const { code = '', message } = error
  if (damage.test(code) && !secrets.databaseUrl)
    return new IncompleteFolderError(dataDir, `its database is damaged (${message})`).message
  // Wrong database name or password, missing privileges, and what the driver rejects by itself.
  const isRefused = /^(28...|3D000|42501)$/.test(code)
  const isOfDriver = /^SASL: /.test(error.message)
  if (!isRefused && !isOfDriver && !isUnavailable(error)) return undefined
  return noResponse(error, secrets.databaseUrl ? 'postgresql' : 'embedded')
}

/** Returns the sentence about a database that cannot be used. */
export function noResponse(error: NodeJS.ErrnoException, kind: Database['kind']): string {
  if (error instanceof PoolerError) return error.message
  const tls = explainTls(error)
  if (tls) return tls
  const { message, code } = error
  return `The database does not respond: ${message || code}${kind === 'postgresql' ? '. Check DATABASE_URL.' : ''}`
}

/** Sentences about failed TLS connections to PostgreSQL, by the code and message of the error. */
const sentences: [pattern: RegExp, sentence: string][] = [
  [
    /does not support SSL|establishing an SSL/,
    'The database server does not offer TLS. Turn it on there, or change sslmode in DATABASE_URL.',
  ],
  [
    /^28000 .*(no encryption|SSL off)/,
    'The database server only accepts TLS. Add sslmode=verify-full to DATABASE_URL.',
  ],
  [
    /client certificate|ALERT_.*(CERTIFICATE|UNKNOWN_CA)|alert .*(certificate|unknown ca)/i,
    'The database server requires a client certificate of its own authority. Set sslcert and sslkey in DATABASE_URL.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID/,
    'The certificate of the database server is for another host. Use its host in DATABASE_URL, or sslmode=verify-ca.',
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)/,
    'The certificate of the database server, or of its authority in sslrootcert or DATABASE_CA_FILE, is expired or not valid yet.',
  ],
  [
    /^(DEPTH_ZERO_)?SELF_SIGNED|^UNABLE_TO_|^CERT_|^INVALID_CA/,
    'The certificate of the database server is not from a trusted authority. Set DATABASE_CA_FILE, or sslrootcert in DATABASE_URL, to the file of its authority.',
  ],
]

/** Returns a sentence that names the setting if the TLS connection to the database failed. */
function explainTls({ code = '', message }: NodeJS.ErrnoException): string | undefined {
  return sentences.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1]
}

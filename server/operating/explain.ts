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
import { explainTls } from './explain-tls.ts'

/** Returns a sentence about an error that an operator can fix; undefined for others. */
export function explain(error: unknown, config?: Config): string | undefined {
  if (!(error instanceof Error)) return undefined
  // Callers get a refusal, and the operator its cause.
  if (error.cause instanceof FileStoreError) return error.cause.message
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
  return config && (explainFolder(error, config.dataDir) ?? explainDatabase(error, config))
}

/** Explains an error of the file system about the data folder, what is in it or where it is to be created. */
function explainFolder(error: NodeJS.ErrnoException, dataDir: string): string | undefined {
  const { code = '', path, message } = error
  if (typeof path !== 'string' || (!isWithin(path, dataDir) && !isWithin(dataDir, path))) return undefined
  if (code === 'EEXIST' || code === 'ENOTDIR') return `DATA_DIR is not a folder: ${dataDir}`
  return `DATA_DIR is not writable: ${message}`
}

function explainDatabase(error: NodeJS.ErrnoException, { secrets }: Config): string | undefined {
  const { code = '' } = error
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

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { controlFile, logFileBytes, logFileOf, readControl } from './control-file.ts'

/** The data folder is neither new nor complete, or its database is damaged. The message is for the operator. */
export class IncompleteFolderError extends Error {
  override name = 'IncompleteFolderError'

  /** @param problem the end of a sentence about the folder, such as `secret is missing` */
  constructor(folder: string, problem: string, options?: ErrorOptions) {
    super(`The data folder ${path.resolve(folder)} is not complete: ${problem}. ${howToRestore}`, options)
  }
}

const howToRestore =
  'Put back what is missing from a copy of the whole folder, or restore a backup to a new folder: DATA_DIR=NEW_FOLDER ./aerie restore --from BACKUP'

/** The embedded database in the data folder, and where the first start creates it. */
export const clusterIn = (folder: string): string => path.join(folder, 'postgres')
export const newClusterIn = (folder: string): string => `${clusterIn(folder)}.new`

/**
 * Returns whether the embedded database in a folder exists, is to be created, or was being created when the first start was
 * interrupted. Changes nothing.
 *
 * A folder is new if it does not exist or is empty; `lost+found` belongs to the file system. The first start creates
 * `postgres.new` before anything else, and renames it when the database is complete.
 *
 * @throws IncompleteFolderError in all other cases: creating a database there would hide, or overwrite, an existing one
 */
export function stateOfFolder(folder: string): 'new' | 'beginning' | 'complete' {
  const names = namesIn(folder).filter((name) => name !== 'lost+found')
  if (names.length === 0) return 'new'
  if (names.includes('postgres')) {
    const missing = missingIn(clusterIn(folder))
    if (missing.length === 0) return 'complete'
    throw new IncompleteFolderError(folder, sentenceAbout(missing))
  }
  if (names.includes('postgres.new') && names.every((name) => /^(postgres\.new|lock(-journal)?)$/.test(name)))
    return 'beginning'
  throw new IncompleteFolderError(
    folder,
    `it has ${listOf(names)}, but not the database, postgres. If that is on a PostgreSQL server, set DATABASE_URL`,
  )
}

/** Begins the first start in a folder, before anything else is created in it. */
export function beginFolder(folder: string): void {
  mkdirSync(newClusterIn(folder), { recursive: true, mode: 0o700 })
}

/** Returns the end of a sentence such as `postgres/PG_VERSION and postgres/base are missing or damaged`. */
export const sentenceAbout = (missing: string[]): string =>
  `${listOf(missing.map((name) => path.posix.join('postgres', name)))} ${missing.length === 1 ? 'is' : 'are'} missing or damaged`

const shownAtMost = 5

function listOf(names: string[]): string {
  const more = names.length - shownAtMost
  const shown = more > 0 ? [...names.slice(0, shownAtMost), `${more} more`] : names
  return new Intl.ListFormat('en-GB').format(shown)
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** PostgreSQL does not start without these. It recreates what is in them, or they may be empty. */
const folders = [
  ...['base', 'global', 'pg_commit_ts', 'pg_dynshmem', 'pg_logical/mappings', 'pg_logical/snapshots'],
  ...[
    'pg_multixact/members',
    'pg_multixact/offsets',
    'pg_notify',
    'pg_replslot',
    'pg_serial',
    'pg_snapshots',
  ],
  ...['pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc', 'pg_twophase', 'pg_wal', 'pg_xact'],
]
const filesWithContent = [
  'PG_VERSION',
  'postgresql.conf',
  'pg_hba.conf',
  'pg_ident.conf',
  controlFile,
  'global/pg_filenode.map',
]
/** Of the files in these, at least one has content. */
const foldersWithContent = ['pg_xact', 'pg_multixact/members', 'pg_multixact/offsets']

/**
 * Returns what is missing in the folder of a closed database, as far as its files show before PostgreSQL opens them, which
 * changes them: `missingRelations` finds the rest.
 */
export function missingIn(cluster: string): string[] {
  const hasContent = (name: string) => sizeOf(path.join(cluster, name)) > 0
  const missing = [
    ...folders.filter((name) => !isFolder(path.join(cluster, name))),
    ...filesWithContent.filter((name) => !hasContent(name)),
  ]
  // If these are missing, the following checks would only repeat that.
  if (missing.length > 0) return missing
  const databases = readdirSync(path.join(cluster, 'base'))
    .filter((name) => /^\d+$/.test(name))
    .map((name) => `base/${name}`)
  return [
    ...(databases.length > 0 ? [] : ['base/5']),
    ...databases
      .flatMap((name) => [`${name}/PG_VERSION`, `${name}/pg_filenode.map`])
      .filter((n) => !hasContent(n)),
    ...['global', ...databases].flatMap((name) => missingCatalogs(cluster, name)),
    ...foldersWithContent.filter((name) =>
      readdirSync(path.join(cluster, name)).every((file) => !hasContent(`${name}/${file}`)),
    ),
    ...missingLog(cluster),
  ]
}

/** Returns the tables that PostgreSQL needs to find all others, and that are missing: `pg_filenode.map` lists them. */
function missingCatalogs(cluster: string, folder: string): string[] {
  const map = path.join(cluster, folder, 'pg_filenode.map')
  if (!existsSync(map)) return []
  const bytes = readFileSync(map)
  const [header, entry] = [8, 8]
  const count = bytes.length < header ? 0 : bytes.readInt32LE(4)
  if (count < 1 || bytes.length < header + count * entry) return [`${folder}/pg_filenode.map`]
  return Array.from(
    { length: count },
    (_, n) => `${folder}/${bytes.readUInt32LE(header + n * entry + 4)}`,
  ).filter((name) => sizeOf(path.join(cluster, name)) < 0)
}

/** Returns the file of PostgreSQL's log with which it recovers, if it is missing. A copy made while the database was open has its own. */
function missingLog(cluster: string): string[] {
  if (existsSync(path.join(cluster, 'backup_label'))) return []
  const control = readControl(cluster)
  if (control.redo === 0n) return [controlFile]
  const log = logFileOf(control)
  return sizeOf(path.join(cluster, log)) === Number(logFileBytes) ? [] : [log]
}

const isFolder = (target: string): boolean =>
  statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Returns a file's size in bytes, or -1 if there is none. */
function sizeOf(target: string): number {
  const found = statSync(target, { throwIfNoEntry: false })
  return found?.isFile() ? found.size : -1
}

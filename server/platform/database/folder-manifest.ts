import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { own } from '#rules/own'
import { type Control, controlFile, logFileOf, readControl } from './control-file.ts'

/** What a clean stop leaves in the folder of the embedded database, so that the next start finds what changed since. */
interface Manifest {
  /** Where PostgreSQL's log stood, in bytes. */
  redo: string
  /** The files without which PostgreSQL does not find everything. */
  files: Record<string, Contents>
  /** What the program that stopped needs to know before the next start. */
  note: string[]
}

interface Contents {
  size: number
  /** Milliseconds since 1970. */
  changedAt: number
  crc: number
}

/** Its first line is the CRC-32 of the second, the manifest as JSON. */
const manifestFile = 'aerie-manifest'

/**
 * Writes down what is in the folder of a closed database. Reads only files that changed since the last time.
 * @param note returned by `noteIn` until the database is opened again
 */
export function writeManifest(cluster: string, note: string[]): void {
  const control = readControl(cluster)
  const known = parsedManifest(cluster)?.files ?? {}
  const files = Object.fromEntries(
    neededFiles(cluster, control).map((name): [string, Contents] => {
      const { size, mtimeMs: changedAt } = statSync(path.join(cluster, name))
      const before = own(known, name)
      const crc =
        before?.size === size && before.changedAt === changedAt ? before.crc : checksumOf(cluster, name)
      return [name, { size, changedAt, crc }]
    }),
  )
  const manifest = JSON.stringify({ redo: String(control.redo), files, note } satisfies Manifest)
  const target = path.join(cluster, manifestFile)
  writeFileSync(`${target}.new`, `${crc32(manifest)}\n${manifest}`, { flush: true })
  renameSync(`${target}.new`, target)
  const folder = openSync(cluster, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/**
 * Returns the files that have changed since a clean stop. Returns none if there was no clean stop, or if the database has
 * been open since.
 * @param how `changed` reads files with another size or time, `all` also those that a disk or a tool changed under the
 * same time
 */
export function damageSinceStop(cluster: string, how: 'changed' | 'all'): string[] {
  const manifest = parsedManifest(cluster)
  if (!manifest) return []
  // An older control file is from another copy of the folder. A newer one is of a database that was opened since.
  if (readControl(cluster).redo < BigInt(manifest.redo)) return [controlFile]
  if (!isAsLeft(cluster, manifest)) return []
  const damaged = Object.entries(manifest.files).filter(([name, { size, changedAt, crc }]) => {
    const found = statSync(path.join(cluster, name), { throwIfNoEntry: false })
    if (!found?.isFile() || found.size !== size) return true
    return (how === 'all' || found.mtimeMs !== changedAt) && checksumOf(cluster, name) !== crc
  })
  // Another process may have opened the database meanwhile.
  return isAsLeft(cluster, manifest) ? damaged.map(([name]) => name) : []
}

/** Returns the note of the last clean stop; undefined if there is none, or if the database has been open since. */
export function noteIn(cluster: string): string[] | undefined {
  const manifest = parsedManifest(cluster)
  return manifest && isAsLeft(cluster, manifest) ? manifest.note : undefined
}

/** PostgreSQL changes the control file before all others, and other programs would, too. */
const isAsLeft = (cluster: string, { files }: Manifest): boolean =>
  checksumOf(cluster, controlFile) === files[controlFile]?.crc

function parsedManifest(cluster: string): Manifest | undefined {
  const target = path.join(cluster, manifestFile)
  const [crc, manifest] = existsSync(target) ? readFileSync(target, 'utf8').split('\n') : []
  // If it is damaged itself, PostgreSQL's own checks remain.
  return manifest !== undefined && String(crc32(manifest)) === crc ? JSON.parse(manifest) : undefined
}

/** What PostgreSQL creates again at each start, and what an operator may change. */
const replaceable =
  /^(pg_(wal|stat|stat_tmp|notify|subtrans|dynshmem|serial|snapshots|replslot)\/|postmaster\.|aerie-manifest|postgresql(\.auto)?\.conf$|.*pg_internal\.init|.*pgsql_tmp)/

/** Tells whose files are in the folder of uploaded files. It is missing if they are elsewhere. */
const filesMarker = '../files/installation'

const neededFiles = (cluster: string, control: Control): string[] => [
  ...(existsSync(path.join(cluster, filesMarker)) ? [filesMarker] : []),
  ...readdirSync(cluster, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(cluster, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((name) => !replaceable.test(name)),
  logFileOf(control),
]

const chunk = Buffer.allocUnsafe(2 ** 20)

function checksumOf(cluster: string, name: string): number {
  const file = openSync(path.join(cluster, name), 'r')
  try {
    let crc = 0
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk))
      crc = crc32(chunk.subarray(0, read), crc)
    return crc
  } finally {
    closeSync(file)
  }
}

// Remembers in .cache what has passed, so that it is not repeated while nothing that it depends on has changed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(dirname(import.meta.dirname))
const fileOf = (what: string): string => join(root, '.cache/passed', what.replaceAll(/\W/g, '-'))

/** Returns a hash of files, the packages and Node's version. Paths are relative to the root; those of deleted files may be included. */
export function hashOf(paths: Iterable<string>): string {
  const hash = createHash('sha256').update(process.version)
  for (const path of [...new Set(paths), 'package-lock.json'].sort()) {
    const file = join(root, path)
    if (!existsSync(file) || !statSync(file).isFile()) continue
    hash.update(`\0${path}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** Returns whether something has passed most recently with inputs of this hash. */
export const hasPassed = (what: string, hash: string): boolean =>
  existsSync(fileOf(what)) && readFileSync(fileOf(what), 'utf8') === hash

/** Remembers that something has passed. */
export function notePassed(what: string, hash: string): void {
  mkdirSync(dirname(fileOf(what)), { recursive: true })
  writeFileSync(fileOf(what), hash)
}

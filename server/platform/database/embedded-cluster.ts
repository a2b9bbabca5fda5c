import fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { compileParserWithoutOptimizing } from './embedded-postgres.ts'

const settings = {
  // The defaults, open_datasync and fdatasync, silently do nothing in WebAssembly.
  wal_sync_method: 'fsync',
  // The operating system caches as well: more memory here does not make reads faster.
  shared_buffers: '8MB',
  TimeZone: 'UTC',
}

const startParams = [
  // PGlite's defaults without -F, which turns fsync off.
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/** EIO in WebAssembly's C library. */
const inputOutputError = 29

/** Starts PostgreSQL on the folder `cluster`. `log` gets each line of PostgreSQL's log. */
export async function openCluster(cluster: string, log: (line: string) => void): Promise<PGlite> {
  return PGlite.create({
    ...(await readProgram()),
    fs: new DurableFolder(cluster),
    extensions: { btree_gist, fuzzystrmatch, pg_trgm, unaccent },
    startParams,
    onStderr: (line) => {
      log(line)
      return false
    },
  })
}

interface Attributes {
  mode?: number
}

/** PGlite's access to the file system, as far as it is changed here. */
interface NodeFiles {
  node_ops: { setattr: (node: unknown, attributes: Attributes) => void }
  stream_ops: {
    setattr: (stream: unknown, attributes: Attributes) => void
    fsync?: (stream: { nfd: number }) => number
  }
}

/**
 * PGlite's folder with fsync, which otherwise succeeds without doing anything, and without permissions for other users,
 * which it otherwise grants whatever the umask is. This is set before PostgreSQL starts, so that crash recovery flushes
 * what it replays.
 */
class DurableFolder extends NodeFS {
  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options)
    const improve = (module: unknown) => {
      compileParserWithoutOptimizing(module)
      const { NODEFS } = module as { NODEFS: NodeFiles }
      for (const operations of [NODEFS.node_ops, NODEFS.stream_ops]) {
        const { setattr } = operations
        operations.setattr = (target, { mode, ...others }) =>
          setattr(target, { ...others, ...(mode !== undefined && { mode: mode & ~0o077 }) })
      }
      NODEFS.stream_ops.fsync = (stream) => {
        try {
          fs.fsyncSync(stream.nfd)
          return 0
        } catch {
          // Makes PostgreSQL panic, because it cannot know what reached the disk.
          return inputOutputError
        }
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), improve] } }
  }
}

/** Reads PostgreSQL's program and files, which `scripts/compress.ts` compressed to a quarter. */
export async function readProgram(): Promise<Pick<PGliteOptions, 'pgliteWasmModule' | 'fsBundle'>> {
  const program = await WebAssembly.compile(await read('pglite.wasm'))
  return { pgliteWasmModule: program, fsBundle: new Blob([await read('pglite.data')]) }
}

async function read(name: string) {
  const compressed = await readFile(path.join(import.meta.dirname, 'generated', `${name}.br`))
  // In one piece: by default, pieces of 16 kB are joined, which takes twice the memory.
  return promisify(brotliDecompress)(compressed, { chunkSize: 2 ** 24 })
}

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { PGliteOptions } from '@electric-sql/pglite'

/** Reads PostgreSQL's program and files, which `scripts/compress.ts` compressed to a quarter. */
export async function readProgram(): Promise<Pick<PGliteOptions, 'pgliteWasmModule' | 'fsBundle'>> {
  const program = await WebAssembly.compile(await read('pglite.wasm'))
  return { pgliteWasmModule: program, fsBundle: new Blob([await read('pglite.data')]) }
}

const read = async (name: string) =>
  promisify(brotliDecompress)(await readFile(path.join(import.meta.dirname, 'generated', `${name}.br`)))

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

async function read(name: string) {
  const compressed = await readFile(path.join(import.meta.dirname, 'generated', `${name}.br`))
  // In one piece: by default, pieces of 16 kB are joined, which takes twice the memory.
  return promisify(brotliDecompress)(compressed, { chunkSize: 2 ** 24 })
}

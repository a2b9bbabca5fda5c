import { readProgram } from '../platform/database/embedded-cluster.ts'

let kept: Promise<unknown> | undefined

/**
 * Keeps the compiled program of the embedded database until this process ends. V8 then compiles it once, and not again for
 * each database, which takes half of what a start takes, and no database begins with slow code.
 */
export async function keepProgram(): Promise<void> {
  kept ??= readProgram().then(({ pgliteWasmModule }) => pgliteWasmModule)
  await kept
}

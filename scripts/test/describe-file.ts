// Separate because nothing may load `node:test` before it does.
import { appendFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { clock, formatted, since } from './times.ts'

/**
 * The hooks by which `node:test` finds out what declares a test. While they are enabled every promise calls them, and costs
 * sixteen times as much, so they are disabled while no file declares its tests.
 */
const hooks: ReturnType<typeof createHook>[] = []
const asyncHooks = process.getBuiltinModule('node:async_hooks')
const { createHook } = asyncHooks
asyncHooks.createHook = (callbacks) => {
  const hook = createHook(callbacks)
  hooks.push(hook)
  return hook
}
const { after, before, describe } = await import('node:test')
asyncHooks.createHook = createHook

/** How many files declare their tests at this moment. */
let declaring = 0

/**
 * Runs a test file as a suite, so that its hooks apply to its own tests only, and every test belongs to a file, even if a helper
 * declares it. Appends what it cost to `out`.
 *
 * @param file relative to the current folder
 */
export function describeFile(file: string, out: string): Promise<void> {
  if (declaring++ === 0) for (const hook of hooks) hook.enable()
  return describe(file, async () => {
    try {
      await timed(file, out, () => import(String(pathToFileURL(file))))
    } finally {
      if (--declaring === 0) for (const hook of hooks) hook.disable()
    }
  })
}

/** Measures the suite that calls it: its import, and its tests with their hooks. */
async function timed(file: string, out: string, load: () => Promise<unknown>): Promise<void> {
  const loading = clock()
  let start = loading
  // Other files load and run between this one's import and its tests.
  before(() => {
    start = since(loaded)
  })
  after(() => {
    appendFileSync(out, `${formatted({ file, ...since(start) })}\n`)
  })
  await load()
  const loaded = since(loading)
}

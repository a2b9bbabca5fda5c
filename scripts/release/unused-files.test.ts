import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import { importsIn, isForTests, readTree } from '../import-graph.ts'
import { filesOf, nameOf, productionPackages } from './production-packages.ts'
import { everywhere, isUnused, ofPackage } from './unused-files.ts'

const root = dirname(dirname(import.meta.dirname))

describe('the files that a release leaves out of its packages', () => {
  const packages: { name: string; path: string; files: Set<string> }[] = []
  before(async () => {
    for (const path of await productionPackages()) {
      packages.push({ name: nameOf(path), path, files: new Set(await filesOf(join(root, path))) })
    }
  })

  test('no module that stays loads one of them', async () => {
    const own = (await readTreeOf('server', 'cli', 'client', 'contract')).map((path) => join(root, path))
    const staying = packages.flatMap(({ name, path, files }) =>
      [...files]
        .filter((file) => /\.[cm]?js$/.test(file) && !isUnused(name, file))
        .map((file) => join(root, path, file)),
    )
    const missing = (await loadedBy([...own, ...staying]))
      .filter(({ target }) => !stays(target))
      .map(
        ({ from, target }) => `${relative(join(root, 'node_modules'), from)} loads ${relative(root, target)}`,
      )
    assert.deepEqual(missing, [])
  })

  function stays(file: string): boolean {
    const [, path = '', inside = ''] =
      /^(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(relative(root, file)) ?? []
    return path === '' || !packages.some((one) => one.path === path) || !isUnused(nameOf(path), inside)
  }

  test('each rule leaves out something', () => {
    const isMatched = (pattern: RegExp, name: RegExp) =>
      packages.some((one) => name.test(one.name) && [...one.files].some((file) => pattern.test(file)))
    for (const pattern of everywhere) assert.ok(isMatched(pattern, /./), String(pattern))
    for (const [name, pattern] of Object.entries(ofPackage)) {
      assert.ok(isMatched(pattern, new RegExp(`^${name.replace('*', '[^/]+')}$`)), name)
    }
  })

  test('licenses stay', () => {
    for (const { name, files } of packages) {
      for (const file of files)
        if (/^(licen[cs]e|notice)/i.test(file)) assert.ok(!isUnused(name, file), `${name}/${file}`)
    }
  })
})

const readTreeOf = async (...folders: string[]) =>
  Object.keys(readTree(...folders)).filter((path) => !isForTests(path))

/** Returns the files that modules load, as Node finds them; without Node's own and those that are not installed. */
async function loadedBy(files: readonly string[]): Promise<{ from: string; target: string }[]> {
  // More files than a process may have open.
  const asked = files.map((from) => {
    const source = readFileSync(from, 'utf8')
    const isModule = /\.(mjs|ts)$/.test(from) || /^\s*(import|export)\b/m.test(source)
    const names = importsIn(source).filter((name) => name !== null && !name.startsWith('#'))
    return { from, isModule, names }
  })
  // Only a flag lets a module resolve names as another would.
  const child = spawn(process.execPath, [
    '--experimental-import-meta-resolve',
    '--input-type=module',
    '-e',
    resolver,
  ])
  child.stdin.end(JSON.stringify(asked))
  return JSON.parse(await text(child.stdout))
}

const resolver = `
import { createRequire } from 'node:module'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
const found = []
for (const { from, isModule, names } of JSON.parse(await text(process.stdin))) {
  const parent = pathToFileURL(from).href
  for (const name of names) {
    try {
      const target = isModule ? import.meta.resolve(name, parent) : pathToFileURL(createRequire(from).resolve(name)).href
      if (target.startsWith('file:') && existsSync(new URL(target))) found.push({ from, target: fileURLToPath(target) })
    } catch {}
  }
}
console.log(JSON.stringify(found))`

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A small break of the product, which some test has to detect. */
export interface Mutation {
  /** What breaks, in plain English. */
  name: string
  original: string
  replacement: string
}

/** Where a mutation belongs: offsets into the text of a file. */
export interface Place {
  path: string
  start: number
  end: number
}

export const root = dirname(dirname(import.meta.dirname))

/** Reads a list: entries separated by blank lines, each a name, `- ` the original and `+ ` the replacement. */
export function readMutations(path = join(import.meta.dirname, 'list.txt')): Mutation[] {
  const text = readFileSync(path, 'utf8').replace(/^#.*\n/gm, '')
  return text
    .trim()
    .split(/\n{2,}/)
    .map((entry) => {
      const [, name, original, replacement] = /^(.+?)\n- (.+?)\n\+ ?(.*)$/s.exec(entry) ?? []
      if (!name || !original) throw new Error(`Not an entry of the list:\n${entry}`)
      return { name, original, replacement: replacement ?? '' }
    })
}

/** The module to which a file of the product belongs, such as `cli` or `server/audit`. */
export const moduleOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('server/') ? 2 : 1)
    .join('/')

/** The product's source by path, without tests, their helpers and generated files. */
export function productSource(): Map<string, string> {
  const folders = ['contract', 'engines', 'client', 'cli', 'server', 'web']
  const tracked = execFileSync('git', ['ls-files', '--', ...folders], { cwd: root, encoding: 'utf8' })
  const paths = tracked
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$|\/(?:testing|generated)\//.test(path))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** Everywhere that the original occurs; any white space in it matches any other. */
export function placesOf({ original }: Mutation, source: Map<string, string>): Place[] {
  const pattern = new RegExp(original.trim().split(/\s+/).map(RegExp.escape).join('\\s+'), 'g')
  return [...source].flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
      path,
      start: index,
      end: index + found.length,
    })),
  )
}

/** A mutation of one file, whose `text` becomes `broken`. */
export interface Break {
  mutation: Mutation
  path: string
  text: string
  broken: string
}

/** Applies a mutation to the product's source. @throws Error if its original is not in exactly one place */
export function breakOf(mutation: Mutation, source: Map<string, string>): Break {
  const [place, ...others] = placesOf(mutation, source)
  if (!place || others.length > 0) throw new Error(`Not in exactly one place: ${mutation.name}`)
  const text = source.get(place.path)!
  const broken = text.slice(0, place.start) + mutation.replacement + text.slice(place.end)
  return { mutation, path: place.path, text, broken }
}

/** Returns a sentence for each mutation that has not exactly one place, changes nothing or is listed twice. */
export function problemsOf(mutations: Mutation[]): string[] {
  const source = productSource()
  return mutations.flatMap((mutation, at) => {
    const { name, original, replacement } = mutation
    const places = placesOf(mutation, source)
    const found = places.map(({ path }) => path).join(', ')
    return [
      ...(places.length === 1 ? [] : [`${name}: found ${places.length} times (${found}): ${original}`]),
      ...(replacement.trim() === original.trim() ? [`${name}: changes nothing`] : []),
      ...(mutations.findIndex((other) => other.name === name) < at ? [`${name}: is listed twice`] : []),
    ]
  })
}

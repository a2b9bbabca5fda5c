import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** A fenced block of a document. */
export interface Block {
  file: string
  line: number
  /** The heading that it stands under. */
  heading: string
  language: string
  text: string
}

/** What people read, in the order in which they meet it. */
export const documents: string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md', { cwd: root }).sort(),
]

export const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The fenced blocks of a document; those in a list are taken out of its indentation. */
export function blocksOf(file: string): Block[] {
  const text = read(file)
  return [...text.matchAll(/^( *)```(\w*)\n(.*?)^\1```$/gms)].map(
    ({ index, 1: indent = '', 2: language = '', 3: body = '' }) => {
      const before = text.slice(0, index)
      const heading = before.match(/^#+ .*$/gm)?.at(-1) ?? ''
      return {
        file,
        line: before.split('\n').length,
        heading: heading.replace(/^#+ /, ''),
        language,
        text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      }
    },
  )
}

const proseOf = (file: string): string => read(file).replace(/^( *)```.*?^\1```$/gms, '')

/** What stands between single backticks. */
export const inlineCodeOf = (file: string): string[] =>
  [...proseOf(file).matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' '))

/** Where a document's links and pictures within the repository lead, as a path from its root and an anchor. */
export function linksOf(file: string): { path: string; anchor: string }[] {
  const prose = proseOf(file)
  const targets = [/\]\(([^)\s]+)\)/g, /\b(?:src|srcset|href)="([^"]+)"/g].flatMap((link) =>
    [...prose.matchAll(link)].map(([, target = '']) => target),
  )
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#')
      return { path: path ? relative('.', join(dirname(file), path)) : file, anchor }
    })
}

/** The anchors of a document's headings, as GitHub makes them. */
export const anchorsOf = (file: string): string[] =>
  [...proseOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )

/** Commands that stand in the comments of a file to copy: its indented lines, and what is between backticks. */
export const commandsInComments = (file: string): string[] => {
  const comments = [...read(file).matchAll(/^ *# ?(.*)$/gm)].map(([, line = '']) => line)
  const indented = comments.filter((line) => /^ {2,}\S/.test(line)).map((line) => line.trim())
  const between = [...comments.join(' ').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
  return [...indented, ...between]
}

import { readFile } from 'node:fs/promises'
import { formats } from '../server/insights/extraction/formats.ts'

const path = 'docs/api-guide.md'
const start = '<!-- formats: written by npm run generate -->'
const end = '<!-- end of formats -->'

/** Returns docs/api-guide.md with its table of formats generated from those that the server reads. */
export async function apiGuide(): Promise<string> {
  const guide = await readFile(path, 'utf8')
  const [before, after] = [guide.indexOf(start), guide.indexOf(end)]
  if (before === -1 || after < before) throw new Error(`${path} has no place for the table of formats`)
  return `${guide.slice(0, before + start.length)}\n\n${formatsTable()}\n\n${guide.slice(after)}`
}

function formatsTable(): string {
  const rows = Object.values(formats).map(({ name, extensions, kind, content }) => {
    const title = name.replace(/^an? /, '').replace(/^./, (first) => first.toUpperCase())
    return `| ${title} | ${extensions.map((one) => `\`.${one}\``).join(', ')} | \`${kind}\` | ${content} |`
  })
  return ['| Format | Extensions | `kind` | Content |', '|---|---|---|---|', ...rows].join('\n')
}

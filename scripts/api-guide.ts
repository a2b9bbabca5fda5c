import { readFile } from 'node:fs/promises'
import { languages } from '#contract'
import { formats } from '../engines/extraction/formats.ts'
import { frequentWords } from '../engines/language/lexicon/frequency.ts'
import { speech } from '../engines/language/lexicon/speech.ts'
import { stopWords } from '../engines/language/lexicon/stop-words.ts'

const path = 'docs/api-guide.md'

/** Returns docs/api-guide.md with its tables of formats and languages generated from those that the server reads. */
export async function apiGuide(): Promise<string> {
  const guide = await readFile(path, 'utf8')
  return withTable(withTable(guide, 'formats', formatsTable()), 'languages', languagesTable())
}

function withTable(guide: string, name: string, table: string): string {
  const start = `<!-- ${name}: written by npm run generate -->`
  const [before, after] = [guide.indexOf(start), guide.indexOf(`<!-- end of ${name} -->`)]
  if (before === -1 || after < before) throw new Error(`${path} has no place for the table of ${name}`)
  return `${guide.slice(0, before + start.length)}\n\n${table}\n\n${guide.slice(after)}`
}

function formatsTable(): string {
  const rows = Object.values(formats).map(({ name, extensions, kind, content }) => {
    const title = name.replace(/^an? /, '').replace(/^./, (first) => first.toUpperCase())
    return `| ${title} | ${extensions.map((one) => `\`.${one}\``).join(', ')} | \`${kind}\` | ${content} |`
  })
  return ['| Format | Extensions | `kind` | Content |', '|---|---|---|---|', ...rows].join('\n')
}

const forms: Record<(typeof languages)[keyof typeof languages], string> = {
  stems: 'All forms with the same stem',
  beginnings: 'Words that begin with the word, because particles follow it',
  characters: 'None exist. Words need no spaces between them, and parts of a word are found',
}

/** What summaries and themes without a model know of a language. */
function knownInSkills(code: string): string {
  if (code in speech) return 'Complete thoughts, fillers, stop words'
  if (stopWords.has(code)) return 'Stop words'
  return frequentWords(code).length > 0 ? 'The most frequent words' : '–'
}

function languagesTable(): string {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const rows = Object.entries(languages)
    .map(([code, kind]) => `| ${names.of(code)} | \`${code}\` | ${forms[kind]} | ${knownInSkills(code)} |`)
    .sort()
  return [
    '| Language | Code | Forms of a word | Summaries and themes know |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}

import { type Command, nameOf, type Option } from './commands/command.ts'
import { bold, terminal } from './terminal.ts'

const general: [string, string][] = [
  ['--help', 'Help on a command: aerie projects create --help'],
  ['--version', 'Which version this is'],
]

/** The first page: what there is. */
export function overview(commands: readonly Command[]): string {
  const own = commands.filter(({ words }) => words.length === 1)
  const groups = new Map<string, string[]>()
  for (const { words } of commands) {
    const [group = '', ...rest] = words
    if (rest.length > 0) groups.set(group, [...(groups.get(group) ?? []), rest.join(' ')])
  }
  return [
    'The command line of Aerie: everything that its API can do.',
    '',
    'Usage: aerie COMMAND [options]',
    '',
    bold('On your own account'),
    ...rows(own.map(({ words, summary }) => [words.join(' '), summary])),
    '',
    bold('On everything else; aerie GROUP --help says more'),
    ...rows([...groups].map(([group, names]) => [group, names.join(', ')])),
    '',
    bold('Options'),
    ...rows(general),
    '',
    bold('Environment'),
    ...rows([
      ['AERIE_URL', 'Where the server is; otherwise what aerie login keeps, or http://127.0.0.1:3000'],
      ['AERIE_API_KEY', 'The key to call it with; otherwise what aerie login keeps'],
      ['NO_COLOR', 'Where set, nothing is coloured'],
    ]),
    '',
    bold('Exit codes'),
    ...rows([
      ['0', 'Done'],
      ['1', 'Refused by the server, or could not be done'],
      ['2', 'Not a command, or wrong options'],
      ['3', 'The server does not answer'],
      ['130', 'Interrupted'],
    ]),
  ].join('\n')
}

/** The commands of a group: `aerie projects --help`. */
export function groupHelp(group: string, commands: readonly Command[]): string {
  return [
    `Usage: aerie ${group} COMMAND [options]`,
    '',
    ...rows(commands.map(({ words, summary }) => [words.slice(1).join(' '), summary])),
    '',
    `aerie ${group} COMMAND --help says what a command takes.`,
  ].join('\n')
}

/** All about one command. */
export function commandHelp(command: Command): string {
  const { summary, notes = [], options } = command
  return [
    ...wrapped(summary, terminal.width),
    ...notes.flatMap((note) => wrapped(note, terminal.width)),
    '',
    ...wrapped(`Usage: ${usage(command)}`, terminal.width),
    '',
    ...rows(
      [...options, help].map((option) => [
        written(option),
        [option.summary, option.many && 'Can be repeated'].filter(Boolean).join('. '),
      ]),
    ),
  ].join('\n')
}

const help: Option = { name: 'help', field: '--help', kind: 'flag', means: [true], summary: 'Print this' }

/** `aerie projects create --name TEXT [options]`. */
export function usage(command: Command): string {
  const needed = command.options
    .filter(({ required }) => required)
    .map(({ name, value }) => `--${name} ${value ?? ''}`.trim())
  const words = command.arguments.map(({ name, many }) => (many ? `${name}…` : name))
  return [nameOf(command), ...words, ...needed, '[options]'].join(' ')
}

function written({ name, value, means }: Option): string {
  return means && means.length > 1 ? `--[no-]${name}` : [`--${name}`, value].filter(Boolean).join(' ')
}

const leftAtMost = 30

/** Two columns; the second goes on below itself. */
function rows(pairs: readonly (readonly string[])[]): string[] {
  const width = Math.min(leftAtMost, Math.max(0, ...pairs.map(([left = '']) => left.length)))
  return pairs.flatMap(([left = '', right = '']) => {
    const [first = '', ...more] = wrapped(right, Math.max(30, terminal.width - width - 4))
    const margin = ' '.repeat(width + 4)
    const beside = left.length <= width
    const head = `  ${left.padEnd(width)}  ${beside ? first : ''}`.trimEnd()
    return [head, ...(beside || !first ? [] : [margin + first]), ...more.map((line) => margin + line)]
  })
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line]
}

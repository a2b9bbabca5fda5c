import { type Command, commandName, flag, type Option } from './command.ts'
import { bold, terminal } from './show/terminal.ts'

const general: [string, string][] = [
  ['--help', 'Show help for a command: aerie projects create --help'],
  ['--version', 'Print the version'],
]

/** Returns the first page: all commands. */
export function overview(commands: readonly Command[]): string {
  const forOperators = commands.filter(({ isForOperators }) => isForOperators)
  const calls = commands.filter(({ isForOperators }) => !isForOperators)
  const single = calls.filter(({ words }) => words.length === 1)
  const groups = new Map<string, string[]>()
  for (const { words } of calls) {
    const [group = '', ...rest] = words
    if (rest.length > 0) groups.set(group, [...(groups.get(group) ?? []), rest.join(' ')])
  }
  const ofOperators = [
    bold('Commands for operators, on the server and with its settings'),
    ...rows(forOperators.map(({ words, summary }) => [words.join(' '), summary])),
    '',
  ]
  return [
    forOperators.length > 0
      ? 'The Aerie command line: the server, its operation, and every operation of the API.'
      : 'The Aerie command line: every operation of the API.',
    '',
    'Usage: aerie COMMAND [options]',
    '',
    ...(forOperators.length > 0 ? ofOperators : []),
    bold('Commands that call the API'),
    ...rows(single.map(({ words, summary }) => [words.join(' '), summary])),
    '',
    bold('Groups of commands that call the API; see aerie GROUP --help'),
    ...rows([...groups].map(([group, names]) => [group, names.join(', ')])),
    '',
    bold('Options'),
    ...rows(general),
    '',
    bold('Environment'),
    ...rows([
      ['AERIE_URL', 'Address of the server; defaults to that of aerie login, or http://127.0.0.1:3000'],
      ['AERIE_API_KEY', 'API key; defaults to that of aerie login'],
      ['NO_COLOR', 'Disables colors'],
    ]),
    '',
    bold('Exit codes'),
    ...rows([
      ['0', 'Success'],
      ['1', 'Rejected by the server, or failed'],
      ['2', 'Unknown command or invalid options'],
      ['3', 'The server does not respond'],
      ['130', 'Interrupted'],
    ]),
  ].join('\n')
}

/** Returns the help of a group: `aerie projects --help`. */
export function groupHelp(group: string, commands: readonly Command[]): string {
  return [
    `Usage: aerie ${group} COMMAND [options]`,
    '',
    ...rows(commands.map(({ words, summary }) => [words.slice(1).join(' '), summary])),
    '',
    `See aerie ${group} COMMAND --help for the options of a command.`,
  ].join('\n')
}

/** Returns the help of a command. */
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
        [option.summary, option.many && 'Repeatable'].filter(Boolean).join('. '),
      ]),
    ),
  ].join('\n')
}

const help = flag('help', 'Show this help')

/** Returns the usage line: `aerie projects create --name TEXT [options]`. */
export function usage(command: Command): string {
  const required = command.options
    .filter(({ required }) => required)
    .map(({ name, value }) => `--${name} ${value ?? ''}`.trim())
  const words = command.arguments.map(({ name, many }) => (many ? `${name}…` : name))
  return [commandName(command), ...words, ...required, '[options]'].join(' ')
}

function written({ name, value, means }: Option): string {
  return means && means.length > 1 ? `--[no-]${name}` : [`--${name}`, value].filter(Boolean).join(' ')
}

const leftAtMost = 30

/** Returns two columns; the second is wrapped. */
function rows(pairs: readonly (readonly string[])[]): string[] {
  const width = Math.min(leftAtMost, Math.max(0, ...pairs.map(([left = '']) => left.length)))
  return pairs.flatMap(([left = '', right = '']) => {
    const [first = '', ...more] = wrapped(right, Math.max(30, terminal.width - width - 4))
    const margin = ' '.repeat(width + 4)
    const fits = left.length <= width
    const head = `  ${left.padEnd(width)}  ${fits ? first : ''}`.trimEnd()
    return [head, ...(fits || !first ? [] : [margin + first]), ...more.map((line) => margin + line)]
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

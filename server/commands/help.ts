import type { Command, Option } from './command.ts'

type Described = Omit<Command, 'run'>

/** The help over all commands. */
export function help(commands: Described[]): string {
  const described = commands.map(
    (command) => `  ${usage(command)}\n      ${command.summary}${optionsOf(command)}`,
  )
  return `Commands for whoever runs the server. Settings are read from the environment, as the server reads them.

${described.join('\n\n')}

  help
      Print this.

The embedded database belongs to one process: stop the server first. PostgreSQL serves both at once.`
}

/** `transfer-ownership --to EMAIL`. */
export function usage({ name, options }: Described): string {
  const written = Object.entries(options).map(([name, option]) =>
    option.required ? flag(name, option) : `[${flag(name, option)}]`,
  )
  return [name, ...written].join(' ')
}

function optionsOf({ options }: Described): string {
  return Object.entries(options)
    .map(([name, option]) => `\n      ${flag(name, option)}: ${option.summary}`)
    .join('')
}

const flag = (name: string, { value }: Option): string => (value ? `--${name} ${value}` : `--${name}`)

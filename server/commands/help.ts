import type { Command, Option } from './command.ts'

type Described = Omit<Command, 'run'>

/** Returns the help for all commands. */
export function help(commands: Described[]): string {
  const described = commands.map(
    (command) => `  ${usage(command)}\n      ${command.summary}${optionsOf(command)}`,
  )
  return `Commands for operators. They read the same environment variables as the server.

${described.join('\n\n')}

  help
      Print this help.

With the embedded database, stop the server first. With PostgreSQL it can keep running. Set BACKUP_TO for backups of a
running server.`
}

/** Returns a command's usage, such as `transfer-ownership --to EMAIL`. */
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

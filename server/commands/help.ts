import type { Command } from './command.ts'

/** The help over all commands. */
export function help(commands: Command[]): string {
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
export function usage({ name, options }: Command): string {
  const written = Object.entries(options).map(([option, { value, required }]) =>
    required ? `--${option} ${value}` : `[--${option} ${value}]`,
  )
  return [name, ...written].join(' ')
}

function optionsOf({ options }: Command): string {
  return Object.entries(options)
    .map(([name, { value, summary }]) => `\n      --${name} ${value}: ${summary}`)
    .join('')
}

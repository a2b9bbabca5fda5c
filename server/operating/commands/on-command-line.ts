import {
  type Command as CommandLineCommand,
  type Option as CommandLineOption,
  Failure,
  usageError,
} from '#cli'
import { type Config, readConfig } from '#config'
import { own } from '#rules/own'
import { explain } from '../explain.ts'
import { type Command, CommandError, type Option, type StandaloneCommand } from './command.ts'

/** Returns an operators' command as one of the command line `aerie`. */
export function onCommandLine(command: Command | StandaloneCommand): CommandLineCommand {
  const { name, summary, options } = command
  const onLine: CommandLineCommand = {
    words: name.split(' '),
    summary,
    notes: [
      'Run it with the same environment variables as the server. With the embedded database, stop the server first.',
    ],
    arguments: [],
    options: Object.entries(options).map(optionOnLine),
    isForOperators: true,
    async run(input) {
      const missing = Object.keys(options).filter(
        (option) => own(options, option)?.required && !Object.hasOwn(input, option),
      )
      if (missing.length > 0) {
        throw usageError(
          onLine,
          missing.map((option) => `--${option} is missing`),
        )
      }
      const given = Object.fromEntries(
        Object.entries(input).map(([option, value]) => [option, String(value)]),
      )
      let config: Config | undefined
      try {
        config = readConfig()
        console.log(await outputOf(command, config, given))
      } catch (error) {
        const sentence = error instanceof CommandError ? error.message : explain(error, config)
        throw sentence === undefined ? error : new Failure(sentence)
      }
    },
  }
  return onLine
}

const optionOnLine = ([name, { value, required, summary }]: [string, Option]): CommandLineOption => ({
  name,
  field: name,
  required,
  summary,
  ...(value === undefined ? { kind: 'flag', means: ['yes'] } : { kind: 'text', value }),
})

/** Opens what a command needs, runs it, and returns its output. */
export async function outputOf(
  command: Command | StandaloneCommand,
  config: Config,
  options: Record<string, string>,
): Promise<string> {
  if ('runAlone' in command) return command.runAlone(config, options)
  // Other commands, such as `backup --verify`, need no database.
  const { openInstallation } = await import('./installation.ts')
  const installation = await openInstallation(config, command.readOnly ? 'refuse' : 'migrate', {
    readsAll: command.readsAll,
    tell: (sentence) => console.error(sentence),
  })
  try {
    return await command.run(installation, options)
  } finally {
    await installation.db.close()
  }
}

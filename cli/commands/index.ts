import { type Operation, operations, operationsByPart } from '#contract'
import { type Command, commandName } from '../command.ts'
import { login, logout, whoami } from './account.ts'
import { api } from './api.ts'
import { completionOf } from './completion.ts'
import { importFile } from './import.ts'
import { commandOf } from './of-operation.ts'
import { results } from './results.ts'
import { runSkill } from './run-skill.ts'
import { upload } from './upload.ts'

/**
 * Returns whether an operation is a command: it accepts an API key or reports the state of the service. Set-up, sign-in
 * and invitations belong in the browser.
 */
export const offered = (operation: Operation): boolean =>
  operation.credentials === 'any' &&
  (operation.allow !== 'anyone' || operationsByPart.Service?.includes(operation) === true)

/** Commands that are more or less than one operation. */
const custom: Command[] = [login, logout, whoami, upload, importFile, results, runSkill, api]

/** Returns all commands, in the order of the help. @param operators those that run on the server itself */
export function commandsWith(operators: readonly Command[]): readonly Command[] {
  const commands: readonly Command[] = [
    ...operators,
    ...custom,
    completionOf(() => commands),
    ...operations
      .filter(offered)
      .map(commandOf)
      .filter((command) => !custom.some((one) => commandName(one) === commandName(command))),
  ]
  return commands
}

/** The commands that call the API. */
export const apiCommands = commandsWith([])

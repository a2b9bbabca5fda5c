import { type Operation, operations, operationsByPart } from '#contract'
import { type Command, nameOf } from './command.ts'
import { completionOf } from './completion.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { commandOf } from './of-operation.ts'
import { results } from './results.ts'
import { runSkill } from './run-skill.ts'
import { upload } from './upload.ts'
import { whoami } from './whoami.ts'

/**
 * What a key can do, and how the service is. What anyone may do without one is setting up, signing in, and accepting
 * an invitation: that is done in the browser.
 */
export const offered = (operation: Operation): boolean =>
  operation.credentials === 'any' &&
  (operation.allow !== 'anyone' || operationsByPart.Service?.includes(operation) === true)

/** Those that are no single operation, or more than one. */
const own: Command[] = [login, logout, whoami, upload, results, runSkill, completionOf(() => commands)]

/** Every command there is, in the order of the help. */
export const commands: readonly Command[] = [
  ...own,
  ...operations
    .filter(offered)
    .map(commandOf)
    .filter((made) => !own.some((one) => nameOf(one) === nameOf(made))),
]

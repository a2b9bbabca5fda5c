import type { Command } from './command.ts'

/** Commands that run on the server itself, in the order of the help. The package `aerie-cli` does not contain them. */
const names = [
  'serve',
  'backup',
  'restore',
  'verify',
  'files move',
  'audit verify',
  'audit head',
  'secret rotate',
  'secret replace',
  'transfer-ownership',
  'reset-password',
  'reset-two-factor',
  'unlink-identity',
] as const

/** Loads each operators' command, so that a command starts without what the others need. */
export type Operators = Record<(typeof names)[number], () => Promise<Command>>

/** Returns whether the first word names one of the operators' commands or a group of them. */
export const isForOperators = (first: string): boolean => names.some((name) => firstOf(name) === first)

/** Loads the commands that the first word may stand for; all if it is not given. */
export const loadOperators = (operators: Operators, first?: string): Promise<Command[]> =>
  Promise.all(
    names.filter((name) => first === undefined || firstOf(name) === first).map((name) => operators[name]()),
  )

const firstOf = (name: string): string => name.split(' ', 1)[0] ?? ''

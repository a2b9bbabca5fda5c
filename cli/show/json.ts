import { print, terminal } from '../terminal.ts'

/**
 * As JSON: for people over several lines, for programs on one. What could steer a terminal is written as an escape,
 * which says the same.
 */
export function toJson(value: unknown, lines = false): string {
  return JSON.stringify(value, null, terminal.reads && !lines ? 2 : 0).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export const printJson = (value: unknown): Promise<void> => print(`${toJson(value)}\n`)

/** One value a line. */
export const printJsonLines = (values: readonly unknown[]): Promise<void> =>
  print(values.map((value) => `${toJson(value, true)}\n`).join(''))

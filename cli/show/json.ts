import { print, terminal } from './terminal.ts'

/** Returns JSON, indented on a terminal. Characters that could control a terminal are escaped. */
export function toJson(value: unknown, lines = false): string {
  return JSON.stringify(value, null, terminal.isInteractive && !lines ? 2 : 0).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export const printJson = (value: unknown): Promise<void> => print(`${toJson(value)}\n`)

/** Prints one value per line. */
export const printJsonLines = (values: readonly unknown[]): Promise<void> =>
  print(values.map((value) => `${toJson(value, true)}\n`).join(''))

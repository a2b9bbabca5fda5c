// docs/known-faults.md: the tests that failed by chance.
import { readFileSync, writeFileSync } from 'node:fs'

const path = 'docs/known-faults.md'

export interface KnownFault {
  file: string
  test: string
  /** The beginning of its first failure. */
  message: string
}

/** Returns the entries of the list as its rows in Markdown. */
export function knownFaults(): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
}

/** Enters faults in the list, unless their test is in it. */
export function enterKnownFaults(faults: KnownFault[]): void {
  const rows = new Map(knownFaults().map((row) => [row.split(' | ', 2).join(' | '), row]))
  const today = new Date().toISOString().slice(0, 10)
  let added = ''
  for (const { file, test, message } of faults) {
    const key = `| \`${file}\` | ${cell(test)}`
    if (!rows.has(key)) added += `${key} | ${today} | ${cell(message)} |\n`
    rows.set(key, '')
  }
  writeFileSync(path, readFileSync(path, 'utf8') + added)
}

/** Returns text as a cell of a Markdown table that shows it as it is. */
const cell = (text: string): string => text.replace(/[\\`*_{}[\]<>|#]/g, '\\$&')

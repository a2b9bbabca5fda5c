import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** Reads a file of the folder `records`. The operations that take the records validate them. */
export const readRecords = <T>(name: string): T =>
  parse(readFileSync(new URL(`records/${name}.yaml`, import.meta.url), 'utf8'))

import type { Foreign } from '../extracted.ts'
import { file } from './files.ts'

/** A file that is read for many minutes: each of its end tags is looked for among a million that are open. */
export function endless(): Foreign {
  return file('endless.html', '<b>'.repeat(1_000_000) + '</i>'.repeat(1_000_000))
}

import type { Foreign } from '../extracted.ts'
import { file } from './files.ts'

/** Creates a file that takes many minutes to read: each end tag is searched among a million open tags. */
export function endless(): Foreign {
  return file('endless.html', '<b>'.repeat(1_000_000) + '</i>'.repeat(1_000_000))
}

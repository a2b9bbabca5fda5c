import type { Readable } from 'node:stream'

/** An answer that is a file: one of the operation's media types. */
export interface File {
  type: string
  /** Suggested to the browser for saving. */
  filename: string
  content: Readable
}

import type { Readable } from 'node:stream'

/** An answer that is a file: one of the operation's media types, or of its formats. */
export interface File {
  type: string
  /** Suggested to the browser for saving, whatever characters it has; without one, the content is just the answer. */
  filename?: string
  content: Readable | string
}

/** How a file is offered for saving, never for showing: RFC 6266, with RFC 8187 for names beyond plain ASCII. */
export function attachment(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"${plain === filename ? '' : `; filename*=UTF-8''${encoded}`}`
}

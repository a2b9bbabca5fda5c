import pg, { type Connection } from 'pg'
import { own } from '#rules/own'
import type { Session } from './session.ts'

/**
 * Adds rows to a table with `copy ... from stdin`, in an open transaction. The rows are sent with the statement, without
 * waiting for the server to ask for them: the embedded database needs all of it in one request.
 * @param statement in PostgreSQL's text format, such as `copy items (id) from stdin`
 * @param rows lines as `copyLine` returns them
 */
export function copyIn(session: Session, statement: string, rows: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(statement, (error) => (error ? reject(error) : resolve()))
    const { submit } = query
    query.submit = (given) => {
      const connection = given as CopyConnection
      submit.call(query, connection)
      connection.sendCopyFromChunk(Buffer.from(rows))
      connection.endCopyFrom()
    }
    // The server asks for rows that are on their way.
    session.submit(Object.assign(query, { handleCopyInResponse() {} }))
  })
}

/** The driver's types lack these. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Returns a row in PostgreSQL's text format for COPY. Each value is text as PostgreSQL reads it, or null. */
export const copyLine = (values: readonly (string | null)[]): string =>
  `${values.map((value) => value?.replace(/[\\\n\r\t]/g, (found) => own(escapes, found)!) ?? '\\N').join('\t')}\n`

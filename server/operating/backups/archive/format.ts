// A backup is a tar archive (POSIX ustar), which common tools can read: `tar -xf FILE && sha256sum --check sums/*`. Its
// parts, in this order:
//
//   beginning.json                its metadata: see Beginning
//   tables/public.users/1.gz      rows, one JSON array per line: each column as PostgreSQL's text, or null
//   files/a7/019b...a7            uploaded files under their keys
//   stored/1.gz                   instead of these, in a folder of backups: one JSON array per file, see StoredFile.
//                                 Its content is next to the archive, in files/<first two digits>/<sha256>
//   secret                        only if requested
//   sums/1                        SHA-256 of the parts since the last sums, in sha256sum's format
//   end.json, end.json.sha256     its contents: see End. Without them the backup is incomplete

/** Version 2 has its files next to the archive, and versions of Aerie that know only 1 would restore none of them. */
export const formats = { filesInside: 1, filesBeside: 2 } as const

/** The key of an uploaded file, its size in bytes and the SHA-256 of its content, in hexadecimal. */
export type StoredFile = [key: string, bytes: number, sha256: string]

export interface Beginning {
  format: (typeof formats)[keyof typeof formats]
  /** The Aerie version that wrote it. */
  version: string
  /** The time of the snapshot, RFC 3339. */
  at: string
  /** All migrations of this schema, in order. */
  migrations: { name: string; hash: string }[]
  /** Columns by table, such as `public.users`, in the order of the rows. */
  tables: Record<string, string[]>
  /** The next value of each sequence. */
  sequences: Record<string, string>
  /** The ids of the secrets of the data. */
  secretIds: string[]
  withSecret: boolean
}

export interface End {
  /** Rows by table. */
  rows: Record<string, number>
  files: { count: number; bytes: number }
  /** SHA-256 of `sums/1`, `sums/2` and so on. */
  sums: string[]
}

export const partsInSum = 1000
/** The size of a chunk of rows; a longer row is a chunk by itself. */
export const chunkBytes = 4 * 1024 * 1024

export const entryName = {
  beginning: 'beginning.json',
  rows: (table: string, number: number) => `tables/${table}/${number}.gz`,
  file: (key: string) => `files/${key}`,
  stored: (number: number) => `stored/${number}.gz`,
  secret: 'secret',
  sums: (number: number) => `sums/${number}`,
  end: 'end.json',
  endSum: 'end.json.sha256',
}

/** Returns how statements call a table or sequence of a backup: the search path leads to ours, whatever their schema is called. */
export const relation = (name: string): string => name.replace(/^public\./, '')

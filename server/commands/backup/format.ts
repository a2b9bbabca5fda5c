// A backup is one tar archive (POSIX ustar), so that it can be looked into, and rescued from, with tools that everybody
// has: `tar -xf FILE && sha256sum --check sums/*`. Its parts, in this order:
//
//   beginning.json                what it is: see Beginning
//   tables/public.users/1.gz      rows, a JSON array a line: each column as PostgreSQL writes it as text, or null
//   files/a7/019b...a7            uploaded files, under the keys that the rows know them by
//   secret                        only where it was asked for
//   sums/1                        SHA-256 of the parts before it that no other sum is of, as sha256sum writes them
//   end.json, end.json.sha256     what is in it: see End. One without them was broken off

export const formatVersion = 1

export interface Beginning {
  format: typeof formatVersion
  /** Of the program that made it. */
  version: string
  /** When the data was as it is here, RFC 3339. */
  at: string
  /** All migrations of this schema, in order. */
  migrations: { name: string; hash: string }[]
  /** Columns by table, such as `public.users`, in the order in which the rows have them. */
  tables: Record<string, string[]>
  /** What `nextval` gives next, by sequence. */
  sequences: Record<string, string>
  /** By which it is known whether a secret is the one that the data needs. */
  secretMark: string
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
/** Rows are collected to so many bytes, or one row where that is longer. */
export const chunkBytes = 4 * 1024 * 1024

export const nameOf = {
  beginning: 'beginning.json',
  rows: (table: string, number: number) => `tables/${table}/${number}.gz`,
  file: (key: string) => `files/${key}`,
  secret: 'secret',
  sums: (number: number) => `sums/${number}`,
  end: 'end.json',
  endSum: 'end.json.sha256',
}

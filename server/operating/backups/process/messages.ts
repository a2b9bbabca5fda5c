import type { Made, Step } from '../make-backup.ts'

/** What the process that makes a backup is started for. */
export interface Task {
  /** PostgreSQL; without one, the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  /** Where FILES says that files are. */
  filesAddress: string
  secretIds: string[]
  version: string
  /** The folder of backups. */
  to: string
  /** How many to keep there. */
  keep: number
}

/** Steps of copying the embedded database that the process asks of the server, which has its only session. */
export type CopyStep = 'begin' | 'end' | 'release'

/** What the server answers to `end`: PostgreSQL's backup_label, and the name of the last segment of its log. */
export interface CopyEnd {
  label: string
  lastSegment: string
}

export interface Done extends Pick<Made, 'at' | 'rows' | 'files'> {
  /** The name of the archive. */
  name: string
  /** The size of the archive with its files, and how much of that was written. */
  bytes: number
  writtenBytes: number
  /** The names of all backups in the folder. */
  kept: string[]
  /** Why files that no backup refers to could not be removed. */
  leftover: string | null
}

export type ToProcess = { task: Task } | { answer: CopyEnd | null } | { refused: string }

export type FromProcess =
  | { ask: CopyStep }
  | { step: Step | 'copying' }
  | { done: Done }
  /** `code` and `stack` if it is unexpected. */
  | { failed: string; code?: string | undefined; stack?: string | undefined }

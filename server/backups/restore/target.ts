/** Where to restore a backup to. */
export interface RestoreTarget {
  dataDir: string
  /** An empty PostgreSQL database; without one, the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  poolSize: number
  /** Where FILES says that files are: `s3://...`, or `folder`. */
  files: string
}

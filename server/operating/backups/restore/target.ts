/** Where to restore a backup to. */
export interface RestoreTarget {
  dataDir: string
  /** An empty PostgreSQL database; without one, the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  poolSize: number
  /** Where FILES says that files are: `s3://...`, or `folder`. */
  files: string
  /**
   * Set to continue with other secrets than those of the backup: returns their ids. Creates one in `folder` if there is none
   * yet.
   */
  newSecretIds?: ((folder: string) => Promise<string[]>) | undefined
}

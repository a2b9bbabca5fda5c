import { testPostgres } from './postgres.ts'

export type DatabaseKind = 'embedded' | 'postgresql'

/** The cluster that this process uses; null where PostgreSQL is not installed. */
export const postgres = await testPostgres()

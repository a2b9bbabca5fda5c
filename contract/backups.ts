import { z } from 'zod'
import { operation } from './operation.ts'
import { id, listQuery, named, page, timestamp } from './rules/fields.ts'

export const backup = z
  .strictObject({
    id,
    status: z.enum(['queued', 'running', 'succeeded', 'failed']),
    step: z
      .enum(['copying', 'tables', 'files', 'verifying'])
      .nullable()
      .describe('What is being done while it is `running`'),
    requestedBy: named.nullable().describe('Null if it was scheduled'),
    createdAt: timestamp,
    startedAt: timestamp.nullable(),
    finishedAt: timestamp.nullable(),
    verifiedAt: timestamp.nullable().describe('When the finished backup was read again and found intact'),
    name: z.string().nullable().describe('The name of the archive in the folder of backups'),
    bytes: z.int().nullable().describe('Size of the archive and all uploaded files that belong to it'),
    writtenBytes: z.int().nullable().describe('How much of that earlier backups did not contain'),
    error: z.string().nullable().describe('Why it failed'),
  })
  .meta({ id: 'Backup' })
export type Backup = z.output<typeof backup>

export const listBackups = operation({
  id: 'backups.list',
  method: 'GET',
  path: '/api/backups',
  summary: 'List the backups that exist and those that failed, newest first, and when the next one is due.',
  allow: ['owner', 'admin'],
  query: listQuery,
  result: page(backup).extend({
    schedule: z
      .strictObject({
        at: z.string().describe('Time of day, such as 02:00'),
        timeZone: z.string().describe('The organisation’s time zone'),
        keep: z.int().describe('How many backups are kept'),
        nextAt: timestamp,
      })
      .nullable()
      .describe('Null if backups are not configured'),
  }),
})

export const createBackup = operation({
  id: 'backups.create',
  method: 'POST',
  path: '/api/backups',
  summary: 'Start a backup now. It continues after the response.',
  allow: ['owner', 'admin'],
  credentials: 'session',
  confirmation: true,
  result: backup,
  status: 202,
  errors: ['backup_running', 'backups_not_configured'],
})

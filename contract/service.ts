import { z } from 'zod'
import { operation } from './operation.ts'

export const getHealth = operation({
  id: 'health.get',
  method: 'GET',
  path: '/api/health',
  summary: 'Check the health of the server and its database.',
  allow: 'anyone',
  result: z
    .strictObject({
      status: z.enum(['ok', 'degraded']),
      version: z.string(),
      database: z.enum(['ok', 'unreachable']),
      uptimeSeconds: z.int(),
    })
    .meta({ id: 'Health' }),
  otherStatuses: [503],
})

export const getReadiness = operation({
  id: 'ready.get',
  method: 'GET',
  path: '/api/ready',
  summary: 'Check whether this node is ready for traffic.',
  allow: 'anyone',
  result: z
    .strictObject({
      ready: z.boolean(),
      reason: z.string().optional().describe('Why this node cannot become ready by itself'),
    })
    .meta({ id: 'Readiness' }),
  otherStatuses: [503],
})

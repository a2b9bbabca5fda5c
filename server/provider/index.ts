import type { Jobs } from '#platform'
import { billingOperations } from './billing/index.ts'
import { inventoryOperations } from './inventory/index.ts'
import { createPatientOperations, patientJobs } from './patients/index.ts'

export const providerJobs = patientJobs

export const createProviderOperations = (jobs: Jobs) => [
  ...createPatientOperations(jobs),
  ...inventoryOperations,
  ...billingOperations,
]

import type { Invariant, Jobs } from '#platform'
import { billingInvariants, billingJobs, billingOperations } from './billing/index.ts'
import { inventoryInvariants, inventoryOperations } from './inventory/index.ts'
import { createPatientOperations, patientInvariants, patientJobs } from './patients/index.ts'

export { type AccessLog, createAccessLog } from './patients/index.ts'

export const providerJobs = [...patientJobs, ...billingJobs]

export const createProviderOperations = (jobs: Jobs) => [
  ...createPatientOperations(jobs),
  ...inventoryOperations,
  ...billingOperations,
]

export const providerInvariants: Invariant[] = [
  ...patientInvariants,
  ...inventoryInvariants,
  ...billingInvariants,
]

import type { Invariant, Jobs } from '#platform'
import { billingInvariants, billingOperations } from './billing/index.ts'
import { exportOperations } from './exports/index.ts'
import { inventoryInvariants, inventoryOperations } from './inventory/index.ts'
import { createPatientOperations, patientInvariants, patientJobs } from './patients/index.ts'

export const providerJobs = patientJobs

export const createProviderOperations = (jobs: Jobs) => [
  ...createPatientOperations(jobs),
  ...inventoryOperations,
  ...billingOperations,
  ...exportOperations,
]

export const providerInvariants: Invariant[] = [
  ...patientInvariants,
  ...inventoryInvariants,
  ...billingInvariants,
]

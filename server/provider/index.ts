import type { Files } from '#files'
import type { HomePart, Implementation, Invariant, Job, Jobs, Searchable } from '#platform'
import {
  billingInvariants,
  billingJobs,
  billingOperations,
  homeOfBilling,
  searchableInvoices,
} from './billing/index.ts'
import { exportOperations } from './exchange/exports/index.ts'
import { createImports, importInvariants } from './exchange/imports/index.ts'
import { createPatientExport } from './exchange/patient-export/export.ts'
import {
  homeOfInventory,
  inventoryInvariants,
  inventoryOperations,
  searchableStock,
} from './inventory/index.ts'
import {
  createPatientOperations,
  homeOfPatients,
  type NoteErasures,
  patientInvariants,
  patientJobs,
  searchablePatients,
} from './patients/index.ts'

export { type AccessLog, createAccessLog } from './patients/index.ts'

export interface Provider {
  jobs: Job<never>[]
  createOperations(jobs: Jobs, noteErasures: NoteErasures): Implementation[]
}

/** Creates the operations and jobs of patients, inventory, billing, imports and exports. */
export function createProvider(files: Files): Provider {
  const imports = createImports(files)
  return {
    jobs: [...patientJobs, ...billingJobs, ...imports.jobs],
    createOperations(jobs, noteErasures) {
      const ofRecords = [
        ...createPatientOperations(jobs, noteErasures),
        ...inventoryOperations,
        ...billingOperations,
      ]
      return [...ofRecords, createPatientExport(ofRecords), ...imports.operations(jobs), ...exportOperations]
    },
  }
}

export const providerInvariants: Invariant[] = [
  ...patientInvariants,
  ...inventoryInvariants,
  ...billingInvariants,
  ...importInvariants,
]

export const searchableOfProvider: Searchable[] = [searchablePatients, searchableInvoices, ...searchableStock]

export const homeOfProvider: HomePart[] = [homeOfBilling, homeOfInventory, homeOfPatients]

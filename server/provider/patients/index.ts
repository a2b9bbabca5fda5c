import type { Implementation, Job, Jobs } from '#platform'

export const patientJobs: Job<never>[] = []

export const createPatientOperations = (_jobs: Jobs): Implementation[] => []

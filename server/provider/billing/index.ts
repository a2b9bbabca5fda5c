import type { Implementation } from '#platform'

export const billingOperations: Implementation[] = []

import type { Implementation } from '#platform'

export const inventoryOperations: Implementation[] = []

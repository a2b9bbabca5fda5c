import { exportIt } from './export.ts'

export const exportOperations = [exportIt]

import { getConstructionPlans } from 'pg-boss'

/**
 * Returns pg-boss's statements that create the schema of its queue, for a transaction that continues: without their own
 * transaction, and without its limits, which would end ours while files are restored.
 */
export const queueSchema = (): string =>
  getConstructionPlans().replace(/^\s*(BEGIN|COMMIT|SET LOCAL .*);\s*$/gm, '')

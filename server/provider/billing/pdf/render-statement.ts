import type { Statement } from '#engines/invoicing'
import { type StatementParties, statementContent } from '#engines/invoicing'
import type { Turn } from '#platform'
import { print } from './printer.ts'

/**
 * Creates a PDF/A-3b of a statement, byte-identical for the same input.
 * @throws Refusal `busy` as for invoices
 */
export function renderStatement(
  statement: Statement,
  parties: StatementParties,
  turn?: Turn,
): Promise<Buffer> {
  return print({ template: 'statement', content: statementContent(statement, parties) }, turn)
}

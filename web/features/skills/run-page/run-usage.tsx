import type { Run } from '#contract'
import { type Fact, Facts } from '../../../components/facts.tsx'
import { formatCount, locale } from '../../../components/format.ts'

interface RunUsageProps extends Pick<Run, 'progress'> {
  usage: NonNullable<Run['usage']>
}

/** How much of the sources a model has read, and what that took. */
export function RunUsage({ usage, progress: { done, total } }: RunUsageProps) {
  const { model, calls, inputTokens, outputTokens, cost } = usage
  const facts: Fact[] = [
    { name: 'Passages read', value: `${formatCount(done)} of ${formatCount(total)}` },
    { name: 'Model', value: <bdi>{model}</bdi> },
    { name: 'Calls', value: formatCount(calls) },
    { name: 'Input tokens', value: formatCount(inputTokens) },
    { name: 'Output tokens', value: formatCount(outputTokens) },
  ]
  if (cost) facts.push({ name: 'Cost', value: costOf(cost) })
  return <Facts facts={facts} />
}

/** With the decimals of prices per token. */
const costOf = ({ amount, currency }: { amount: string; currency: string }) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 6 }).format(
    Number(amount),
  )

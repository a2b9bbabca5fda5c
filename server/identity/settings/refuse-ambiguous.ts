import type { Settings } from '#contract'
import { Refusal } from '#platform'

/**
 * Refuses settings that leave the tax or the number of an invoice ambiguous.
 * @throws Refusal `validation_failed` with an entry per wrong field
 */
export function refuseAmbiguous({ taxRates, invoiceSeries, creditNoteSeries }: Settings): void {
  const fields = [
    ...taxRates.flatMap(({ category, rate, isDefault }, at) => {
      const path = `taxRates[${at}]`
      const earlier = taxRates.slice(0, at)
      if (category === 'S' && rate === '0')
        return [{ path: `${path}.rate`, message: 'Category S requires a rate above 0' }]
      if (category !== 'S' && rate !== '0')
        return [{ path: `${path}.rate`, message: `Category ${category} requires the rate 0` }]
      if (earlier.some((other) => other.category === category && other.rate === rate))
        return [{ path, message: 'This rate already exists' }]
      return isDefault && earlier.some((other) => other.isDefault)
        ? [{ path: `${path}.isDefault`, message: 'Another rate is already the default' }]
        : []
    }),
    ...[...invoiceSeries, creditNoteSeries].flatMap(({ name, prefix }, at, all) => {
      const path = at < invoiceSeries.length ? `invoiceSeries[${at}]` : 'creditNoteSeries'
      const earlier = all.slice(0, at)
      if (earlier.some((other) => other.name.toLowerCase() === name.toLowerCase()))
        return [{ path: `${path}.name`, message: 'Another series already has this name' }]
      return earlier.some((other) => other.prefix === prefix)
        ? [{ path: `${path}.prefix`, message: 'Another series already has this prefix' }]
        : []
    }),
  ]
  if (fields.length > 0) {
    throw new Refusal(
      'validation_failed',
      fields.map(({ path, message }) => `${path}: ${message}`).join('; '),
      { fields },
    )
  }
}

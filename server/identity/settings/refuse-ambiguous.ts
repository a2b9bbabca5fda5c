import type { Settings } from '#contract'
import { Refusal } from '#platform'

/**
 * Refuses settings by which an invoice could not be told how to tax or number itself.
 * @throws Refusal `validation_failed` with an entry per wrong field.
 */
export function refuseAmbiguous({ taxRates, invoiceSeries, creditNoteSeries }: Settings): void {
  const fields = [
    ...taxRates.flatMap(({ category, rate, isDefault }, at) => {
      const path = `taxRates[${at}]`
      const earlier = taxRates.slice(0, at)
      if (category === 'S' && rate === '0')
        return [{ path: `${path}.rate`, message: 'Category S has a rate' }]
      if (category !== 'S' && rate !== '0')
        return [{ path: `${path}.rate`, message: `Category ${category} has the rate 0` }]
      if (earlier.some((other) => other.category === category && other.rate === rate))
        return [{ path, message: 'This rate is there already' }]
      return isDefault && earlier.some((other) => other.isDefault)
        ? [{ path: `${path}.isDefault`, message: 'Another rate is the default already' }]
        : []
    }),
    ...[...invoiceSeries, creditNoteSeries].flatMap(({ name, prefix }, at, all) => {
      const path = at < invoiceSeries.length ? `invoiceSeries[${at}]` : 'creditNoteSeries'
      const earlier = all.slice(0, at)
      if (earlier.some((other) => other.name.toLowerCase() === name.toLowerCase()))
        return [{ path: `${path}.name`, message: 'Another series has this name' }]
      return earlier.some((other) => other.prefix === prefix)
        ? [{ path: `${path}.prefix`, message: 'Numbers of another series begin like this' }]
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

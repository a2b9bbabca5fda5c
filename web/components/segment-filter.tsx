import { SegmentedControl } from '@mantine/core'
import { change, type Filter } from './filters.tsx'

/** Returns a filter by one of a few values, all of which are visible. The first is the default, which the address leaves out. */
export const segmentFilter =
  <Name extends string, Value extends string>(
    name: Name,
    label: string,
    names: Readonly<Record<Value, string>>,
  ): Filter<{ [Key in Name]?: Exclude<Value, ''> }> =>
  ({ values, set }) => {
    const choices = Object.entries<string>(names).map(([value, label]) => ({ value, label }))
    const [{ value: usual }] = choices as [(typeof choices)[number]]
    return (
      <SegmentedControl
        aria-label={label}
        data={choices}
        value={values[name] ?? usual}
        onChange={(value) => set(change(name, value === usual ? undefined : (value as Exclude<Value, ''>)))}
      />
    )
  }

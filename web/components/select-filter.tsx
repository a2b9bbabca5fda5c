import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { change, type Filter } from './filters.tsx'

/** Returns a filter by one of several values, or `any`. */
export const selectFilter =
  <Name extends string, Value extends string>(
    name: Name,
    label: string,
    any: string,
    choices: readonly Value[],
    nameOf: (value: Value) => string,
    layout: Pick<NativeSelectProps, 'flex' | 'maw'> = {},
  ): Filter<{ [Key in Name]?: Value }> =>
  ({ values, set }) => (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: any }, ...choices.map((value) => ({ value, label: nameOf(value) }))]}
      value={values[name] ?? ''}
      onChange={({ currentTarget }) =>
        set(
          change(
            name,
            choices.find((value) => value === currentTarget.value),
          ),
        )
      }
      {...layout}
    />
  )

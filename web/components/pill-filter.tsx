import { Pill } from '@mantine/core'
import type { ReactNode } from 'react'
import { change, type Filter } from './filters.tsx'

/**
 * Returns a filter that comes with a link and has no field: a pill with a button that removes it.
 * @param remove names the button: `Remove the phone filter`
 */
export const pillFilter =
  <Name extends string>(
    name: Name,
    remove: string,
    textOf: (value: string) => ReactNode,
  ): Filter<{ [Key in Name]?: string }> =>
  ({ values, set }) =>
    values[name] && (
      <Pill
        size="md"
        withRemoveButton
        removeButtonProps={{ 'aria-label': remove, 'aria-hidden': false, tabIndex: 0 }}
        onRemove={() => set(change(name, undefined))}
      >
        {textOf(values[name])}
      </Pill>
    )

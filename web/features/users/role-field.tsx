import { Radio, Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import { adminsCan } from './roles.ts'

/** Chooses between the roles that admins can assign. */
export function RoleField(field: Omit<ComponentProps<typeof Radio.Group>, 'children'>) {
  return (
    <Radio.Group label="Role" {...field}>
      <Stack gap="sm" mt={6}>
        <Radio value="member" label="Member" description="Can use what they have access to." />
        <Radio value="admin" label="Admin" description={`Can also ${adminsCan}.`} />
      </Stack>
    </Radio.Group>
  )
}

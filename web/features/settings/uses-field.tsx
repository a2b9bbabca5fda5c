import { Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Settings } from '#contract'

type Uses = NonNullable<Settings['uses']>

const choices: Record<Uses, { label: string; description: string }> = {
  both: { label: 'Both', description: 'Insights and the clinic.' },
  insights: {
    label: 'Insights',
    description: 'Collect interviews, surveys and documents, and track what matters.',
  },
  clinic: { label: 'Clinic', description: 'Patients, stock, invoices and payments.' },
}

interface UsesFieldProps {
  label: string
  description?: ReactNode
  error?: ReactNode
  value?: Uses | null
  onChange?: (value: string) => void
}

/** Chooses the half of Aerie that the organisation uses, or both. */
export function UsesField({ value = null, ...field }: UsesFieldProps) {
  return (
    <Radio.Group {...field} value={value}>
      <Stack gap="xs" my={6}>
        {Object.entries(choices).map(([half, choice]) => (
          <Radio key={half} value={half} {...choice} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

import { SegmentedControl } from '@mantine/core'
import type { ApiKey } from '#contract'

interface StatusFilterProps {
  value: ApiKey['status'] | undefined
  onChange: (status: ApiKey['status'] | undefined) => void
}

export function StatusFilter({ value, onChange }: StatusFilterProps) {
  return (
    <SegmentedControl
      aria-label="Which keys"
      data={[
        { value: '', label: 'All' },
        { value: 'active', label: 'Active' },
        { value: 'expired', label: 'Expired' },
        { value: 'revoked', label: 'Revoked' },
      ]}
      value={value ?? ''}
      onChange={(value) => onChange((value || undefined) as ApiKey['status'] | undefined)}
    />
  )
}

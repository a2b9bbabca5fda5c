import { Skeleton, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from './failure.tsx'
import { PageHeader } from './page-header.tsx'

interface LoadedProps<Data> {
  call: UseQueryResult<Data>
  /** The heading of the page, where it is this thing that would give it one. */
  heading?: string
  /** What could not be loaded, should it fail: `The project could not be loaded`. */
  what: string
  /** Stands in while it loads, as high as what comes. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** One thing that is read: while it loads, when it failed, and when it is there. */
export function Loaded<Data>({ call, heading, what, skeleton = <Bones />, children }: LoadedProps<Data>) {
  if (call.data !== undefined) return children(call.data)
  if (call.error) {
    return (
      <>
        {heading && <PageHeader title={heading} />}
        <Failure what={what} error={call.error} onRetry={() => void call.refetch()} />
      </>
    )
  }
  return <div aria-busy>{skeleton}</div>
}

function Bones() {
  return (
    <Stack gap="md">
      <Skeleton h={28} w="40%" />
      <Skeleton h={14} w="65%" />
      <Skeleton h={120} />
    </Stack>
  )
}

import { Container } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Failure } from '../components/failure.tsx'

/** A page that could not be shown: its code or its guard's question failed, or it threw. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  useEffect(() => console.error(error), [error])

  const retry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return (
    <Container size="sm" py="xl">
      <title>Something failed · Aerie</title>
      <Failure error={error} onRetry={retry} />
    </Container>
  )
}

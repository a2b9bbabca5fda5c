import { Center, Container, Loader, VisuallyHidden } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Failure } from '../components/failure.tsx'
import { ButtonLink } from '../components/links.tsx'
import { Threshold } from '../components/threshold.tsx'
import { noticeLoss, onFound } from '../connection.ts'

/** Shown while a page's code or session is loading. */
export function PageLoading() {
  return (
    <Center mih="40vh">
      <Loader type="dots" color="gray" />
      <VisuallyHidden role="status">Loading the page</VisuallyHidden>
    </Center>
  )
}

/** Shown if a page's code or guard fails to load, or the page throws. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  useEffect(() => {
    console.error(error)
    noticeLoss(error)
  }, [error])

  const retry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  useEffect(() => onFound(retry))
  return (
    <Container size="sm" py="xl">
      <title>Something failed · Aerie</title>
      <Failure error={error} onRetry={retry} />
    </Container>
  )
}

export function NotFound() {
  return (
    <Threshold title="Page not found" text="The address may be mistyped, or the page was deleted.">
      <ButtonLink to="/">Go to home page</ButtonLink>
    </Threshold>
  )
}

import { Center, Loader, VisuallyHidden } from '@mantine/core'

/** Stands in for a page whose code or session is still on its way. */
export function PageLoading() {
  return (
    <Center mih="40vh">
      <Loader type="dots" color="gray" />
      <VisuallyHidden role="status">Loading the page</VisuallyHidden>
    </Center>
  )
}

import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { checkNow } from '../connection.ts'
import { Caption } from './caption.tsx'
import { errorText } from './error-text.ts'
import classes from './failure.module.css'

interface FailureProps {
  error: unknown
  onRetry?: () => void
  /** What failed, such as `The projects could not be loaded`. */
  what?: string
}

/** What happened, what to do, and the request id. */
export function Failure({ error, onRetry, what }: FailureProps) {
  const { title, advice, requestId } = errorText(error)
  const retry = () => {
    void checkNow()
    onRetry?.()
  }
  return (
    <Group className={classes.failure ?? ''} role="alert" align="flex-start" wrap="nowrap" gap="sm">
      <IconAlertTriangle size={20} className={classes.icon} aria-hidden />
      <Stack gap={4} miw={0} maw="65ch">
        <Text fw={600}>{what ?? title}</Text>
        <Text c="dimmed">{[what && `${title.replace(/\.$/, '')}.`, advice].filter(Boolean).join(' ')}</Text>
        {onRetry && (
          <Button size="xs" mt={4} w="fit-content" onClick={retry}>
            Try again
          </Button>
        )}
        {requestId && (
          <Caption mt={4}>
            Request <Code className={classes.id ?? ''}>{requestId}</Code>
          </Caption>
        )}
      </Stack>
    </Group>
  )
}

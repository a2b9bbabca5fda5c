import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Threshold } from '../components/threshold.tsx'

export function NotFound() {
  return (
    <Threshold
      title="There is no such page"
      text="The address may be mistyped, or what it showed has been deleted."
    >
      <Button component={Link} to="/" variant="default">
        Go to the first page
      </Button>
    </Threshold>
  )
}

import { List, Text } from '@mantine/core'

/** How sure it is that two records are of one person, in a word and in percent. */
export function Score({ score }: { score: number }) {
  return (
    <>
      <Text fw={500}>{percentOf(score)}</Text>
      <Text size="xs" c="dimmed">
        {wordFor(score)}
      </Text>
    </>
  )
}

/** A likeness is never certain: 99 % at most. */
export const percentOf = (score: number) => `${Math.min(99, Math.round(score * 100))} %`

export const wordFor = (score: number) =>
  score >= 0.9 ? 'Very likely' : score >= 0.7 ? 'Likely' : 'Possible'

/** What speaks for it. */
export function Reasons({ reasons }: { reasons: string[] }) {
  return (
    <List size="sm" spacing={2}>
      {reasons.map((reason) => (
        <List.Item key={reason}>{reason}</List.Item>
      ))}
    </List>
  )
}

import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useHeadingFocus } from './heading-focus.ts'
import { Mark } from './mark.tsx'
import classes from './threshold.module.css'

interface ThresholdProps {
  title: string
  text?: ReactNode
  children: ReactNode
}

/** The pages before one is in: a mark, a heading, and one thing to do. */
export function Threshold({ title, text, children }: ThresholdProps) {
  const heading = useHeadingFocus()
  return (
    <main className={classes.page}>
      <title>{`${title} · Aerie`}</title>
      <div className={classes.column}>
        <Mark />
        <Stack gap={6} mt="lg" mb="lg">
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {text && (
            <Text c="dimmed" component="div">
              {text}
            </Text>
          )}
        </Stack>
        {children}
      </div>
    </main>
  )
}

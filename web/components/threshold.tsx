import { Box, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useHeadingFocus } from './focus.ts'
import { Mark } from './mark.tsx'

interface ThresholdProps {
  title: string
  text?: ReactNode
  children: ReactNode
}

/** The layout of pages outside the shell: a logo, a heading, and one thing to do. */
export function Threshold({ title, text, children }: ThresholdProps) {
  const heading = useHeadingFocus()
  return (
    <main style={{ minHeight: '100dvh', padding: 'clamp(32px, 14vh, 160px) 20px 48px' }}>
      <title>{`${title} · Aerie`}</title>
      <Box maw="22.5rem" mx="auto">
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
      </Box>
    </main>
  )
}

import { Button, Group, Stack, Textarea } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef } from 'react'
import { Failure } from '../../../components/failure.tsx'
import { patientName } from '../words.ts'
import { Comparison } from './comparison.tsx'
import type { Sides } from './merge-choices.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { useMerge } from './use-merge.ts'

interface MergeFormProps {
  sides: Sides
  /** Whether the second record was just chosen, in a field that no longer exists. */
  takesFocus: boolean
}

/** Compares two current records, previews the merge and performs it. */
export function MergeForm({ sides, takesFocus }: MergeFormProps) {
  const navigate = useNavigate()
  const merge = useMerge(sides)
  const form = useRef<HTMLFormElement>(null)
  const { source, target } = sides

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once
  useEffect(() => {
    if (takesFocus) form.current?.focus({ preventScroll: true })
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await merge.merge()) return
    // Waits until the errors are rendered.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const swap = () =>
    navigate({
      to: '/patients/merge',
      search: { sourceId: target.id, targetId: source.id },
      replace: true,
      resetScroll: false,
    })

  return (
    <form
      ref={form}
      style={{ outline: 'none' }}
      onSubmit={submit}
      noValidate
      tabIndex={-1}
      aria-label="Merge"
    >
      <Stack gap="lg">
        <Group justify="flex-end">
          <Button size="xs" leftSection={<IconArrowsExchange size={16} aria-hidden />} onClick={swap}>
            Swap records
          </Button>
        </Group>
        <Comparison
          sides={sides}
          kept={merge.kept}
          onChoose={merge.choose}
          typed={merge.choices.typed}
          onType={merge.type}
          errors={merge.errors}
        />
        <PreviewPanel preview={merge.preview} target={target} />
        <Textarea
          label="Reason"
          description="How you know they are the same person. Optional; kept with the merge."
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1000}
          maw="40rem"
          dir="auto"
          value={merge.reason}
          onChange={(event) => merge.setReason(event.currentTarget.value)}
        />
        {merge.failure !== undefined && <Failure error={merge.failure} />}
        <Group gap="xs">
          <Button variant="filled" type="submit" loading={merge.merging} disabled={merge.preview.isError}>
            Merge into {patientName(target)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

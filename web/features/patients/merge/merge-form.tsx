import { Button, Group, Textarea } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { OperationForm } from '../../../components/operation-form.tsx'
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
  const { form, kept, choose, preview } = useMerge(sides)
  const { source, target } = sides

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once
  useEffect(() => {
    if (takesFocus) form.element.current?.focus({ preventScroll: true })
  }, [])

  const swap = () =>
    navigate({
      to: '/patients/merge',
      search: { sourceId: target.id, targetId: source.id },
      replace: true,
      resetScroll: false,
    })

  return (
    <OperationForm
      form={form}
      gap="lg"
      style={{ outline: 'none' }}
      tabIndex={-1}
      aria-label="Merge"
      actions={
        <Group gap="xs">
          <Button variant="filled" type="submit" loading={form.submitting} disabled={preview.isError}>
            Merge into {patientName(target)}
          </Button>
        </Group>
      }
    >
      <Group justify="flex-end">
        <Button size="xs" leftSection={<IconArrowsExchange size={16} aria-hidden />} onClick={swap}>
          Swap records
        </Button>
      </Group>
      <Comparison sides={sides} kept={kept} onChoose={choose} form={form} />
      <PreviewPanel preview={preview} target={target} />
      <Textarea
        label="Reason"
        description="How you know they are the same person. Optional; kept with the merge."
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        maw="40rem"
        dir="auto"
        {...form.field('reason')}
      />
    </OperationForm>
  )
}

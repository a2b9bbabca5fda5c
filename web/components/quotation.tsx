import { Suspense } from 'react'
import { lazyPart } from '../connection.ts'

const QuotedLines = lazyPart(() => import('./quoted-lines.tsx'))

/** Words quoted from a source: in quotation marks, or as the fields of a table row. */
export function Quotation({ text }: { text: string }) {
  const words = <bdi>“{text}”</bdi>
  if (!text.includes('\n')) return words
  return (
    <Suspense fallback={words}>
      <QuotedLines text={text} />
    </Suspense>
  )
}

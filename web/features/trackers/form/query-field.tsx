import { Textarea } from '@mantine/core'
import classes from './query-field.module.css'

interface QueryFieldProps {
  value: string
  error: string | undefined
  onChange: (query: string) => void
}

/** A boolean query. An error shows its place. */
export function QueryField({ value, error, onChange }: QueryFieldProps) {
  return (
    <Textarea
      label="Query"
      name="query"
      description={
        <>
          Use <code>AND</code>, <code>OR</code>, <code>NOT</code> and brackets. A word matches all its forms,{' '}
          <code>“these words”</code> an exact phrase, <code>begin*</code> a prefix, and{' '}
          <code>a NEAR/5 b</code> two words within five words of each other.
        </>
      }
      autosize
      minRows={2}
      maxRows={8}
      dir="auto"
      spellCheck={false}
      autoComplete="off"
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={
        error && (
          <>
            {error}
            <ErrorPlace query={value.trim()} error={error} />
          </>
        )
      }
    />
  )
}

/** Marks the place that the error names, such as `At character 12: …`. */
function ErrorPlace({ query, error }: { query: string; error: string }) {
  const place = Number(/character (\d+)/.exec(error)?.[1]) - 1
  if (!(place >= 0 && place <= query.length)) return null
  const end = place + (query.codePointAt(place)! > 0xffff ? 2 : 1)
  return (
    <span className={classes.place} dir="auto" aria-hidden>
      {query.slice(0, place)}
      <mark>{query.slice(place, end) || ' '}</mark>
      {query.slice(end)}
    </span>
  )
}

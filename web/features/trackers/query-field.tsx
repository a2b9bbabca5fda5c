import { Textarea } from '@mantine/core'
import classes from './query-field.module.css'

interface QueryFieldProps {
  value: string
  error: string | undefined
  onChange: (query: string) => void
}

/** A boolean query. Where it is wrong, the place is shown. */
export function QueryField({ value, error, onChange }: QueryFieldProps) {
  return (
    <Textarea
      label="Query"
      name="query"
      description={
        <>
          <code>AND</code>, <code>OR</code>, <code>NOT</code> and brackets; a word stands for all its forms,{' '}
          <code>“these words”</code> for themselves, <code>begin*</code> for whatever begins so, and{' '}
          <code>a NEAR/5 b</code> for two within five words.
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
            <Place query={value.trim()} error={error} />
          </>
        )
      }
    />
  )
}

/** The query as it is sent, with the place of which the error speaks: `At character 12: …`. */
function Place({ query, error }: { query: string; error: string }) {
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

import classes from './mark.module.css'

/** Aerie's mark: a roof on a height. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg className={classes.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M6 20 16 9l10 11-10-4.5z" />
    </svg>
  )
}

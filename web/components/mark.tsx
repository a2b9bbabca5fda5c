/** Aerie's logo: a roof on a height. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg
      style={{ display: 'block', flex: 'none' }}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
    >
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <path fill="#fff" d="M6 20 16 9l10 11-10-4.5z" />
    </svg>
  )
}

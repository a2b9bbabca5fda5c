import type { CSSProperties } from 'react'

/** Eight hues that are distinguishable in light and dark, also for most users with a color vision deficiency. */
export const colors: (CSSProperties & Record<`--${string}`, string>)[] = [
  { '--tint': 'light-dark(#dfe7ff, #24336b)', '--line': 'light-dark(#4a67d6, #8ea2f2)' },
  { '--tint': 'light-dark(#ffe6cf, #593412)', '--line': 'light-dark(#b5600f, #f0a35e)' },
  { '--tint': 'light-dark(#d6f2e2, #154632)', '--line': 'light-dark(#1c7f52, #6fd2a0)' },
  { '--tint': 'light-dark(#fbdcec, #5c2143)', '--line': 'light-dark(#b4317d, #f090c4)' },
  { '--tint': 'light-dark(#e9defc, #43296e)', '--line': 'light-dark(#7745c7, #bd9bf5)' },
  { '--tint': 'light-dark(#d3f0f5, #114650)', '--line': 'light-dark(#12788a, #66c8d9)' },
  { '--tint': 'light-dark(#eeeec0, #47460e)', '--line': 'light-dark(#78760c, #cfcc55)' },
  { '--tint': 'light-dark(#fbdcd6, #5e261b)', '--line': 'light-dark(#b33d22, #f29a85)' },
]

import type { MantineColorsTuple } from '@mantine/core'

/** The key in the browser's storage of the color scheme that the user has chosen. */
export const colorSchemeKey = 'aerie-theme'

/** The accent color. Shade 6 is behind white text on light pages, shade 5 on dark ones. */
export const accent: MantineColorsTuple = [
  '#eef1fc',
  '#dbe1f8',
  '#b6c2f0',
  '#90a2e8',
  '#8ea2f2',
  '#5069d6',
  '#3c55c4',
  '#3248ab',
  '#293b8c',
  '#1f2c69',
]

/** The greys of light pages. */
export const gray: MantineColorsTuple = [
  '#f8f9fa',
  '#f1f2f4',
  '#e6e8eb',
  '#d8dbe0',
  '#c0c5cc',
  '#828a95',
  '#626a75',
  '#4a515b',
  '#2e343c',
  '#171b20',
]

/** The greys of dark pages, from text to the darkest background. */
export const dark: MantineColorsTuple = [
  '#e3e6ea',
  '#c3c8cf',
  '#9ba3ad',
  '#79818c',
  '#3a4048',
  '#2c3138',
  '#21252b',
  '#16191d',
  '#101215',
  '#0b0d0f',
]

/** For errors, and actions that cannot be undone. */
export const red: MantineColorsTuple = [
  '#fdf1f1',
  '#fbdfe0',
  '#f7c3c4',
  '#f3a0a2',
  '#f08a8d',
  '#d03a3f',
  '#c0282d',
  '#a31d23',
  '#86181d',
  '#5e1115',
]

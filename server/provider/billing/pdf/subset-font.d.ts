declare module 'subset-font' {
  interface Options {
    targetFormat?: 'truetype' | 'woff' | 'woff2'
    /** A number pins the axis. */
    variationAxes?: Record<string, number>
    noHinting?: boolean
  }
  /** A font of the characters in `text` and of what they become when set together. */
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>
}

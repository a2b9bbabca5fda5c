declare module 'subset-font' {
  interface Options {
    targetFormat?: 'truetype' | 'woff' | 'woff2'
    /** Pins variation axes to a value. */
    variationAxes?: Record<string, number>
    noHinting?: boolean
  }
  /** Returns a font with the characters of `text` and the glyphs they are shaped to. */
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>
}

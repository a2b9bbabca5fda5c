// Small pictures of pages, and what makes two of them differ.
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** Each pixel is the average of a square with sides of so many pixels. Letters become gray, blocks remain. */
const side = 4
/** Two pixels are the same up to this distance: 1 is that of black and white. */
const threshold = 0.06
/**
 * Two pictures look the same if no square of `windowSize` by `windowSize` pixels has more than `most` that differ. Letters
 * that are bolder by 0.2 or moved by 0.3 CSS pixels are within that, a line moved by one CSS pixel is not.
 */
const windowSize = 24
const most = 32
/** Colors are rounded to these steps, which halves the files. */
const colorStep = 8

/** Shrinks a picture of a page. */
export function shrink(png: Buffer): PNG {
  const { width, height, data } = PNG.sync.read(png)
  const small = new PNG({ width: Math.floor(width / side), height: Math.floor(height / side) })
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++)
      for (let part = 0; part < 4; part++) {
        let sum = 0
        for (let row = y * side; row < (y + 1) * side; row++)
          for (let column = x * side; column < (x + 1) * side; column++)
            sum += data[(row * width + column) * 4 + part]!
        small.data[(y * small.width + x) * 4 + part] = rounded(sum / side ** 2)
      }
  return small
}

const rounded = (color: number) => Math.min(255, Math.round(color / colorStep) * colorStep)

/** Compares two pictures. @returns null if they look the same, otherwise a picture that has the differences in red */
export function differences(one: PNG, other: PNG): PNG | null {
  const { width, height } = one
  const shown = new PNG({ width, height })
  if (width !== other.width || height !== other.height) return shown
  const options = { threshold, windowSize, includeAA: true }
  return pixelmatch(one.data, other.data, shown.data, width, height, options) > most ? shown : null
}

export const readPicture = (png: Buffer): PNG => PNG.sync.read(png)

export const toPng = (picture: PNG): Buffer =>
  PNG.sync.write(picture, { colorType: 2, filterType: 0, deflateStrategy: 0 })

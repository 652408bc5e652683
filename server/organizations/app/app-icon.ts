import sharp from 'sharp'
import type { AppIcon } from '#contract/organizations/app/branded-app.ts'
import { inkOn } from '#contract/organizations/app/brand-colors.ts'
import { capitalHeight, letterOutlines } from './letter-outlines.ts'

/** What an icon shows: the uploaded logo, or otherwise the initial on the brand color (D139). */
export interface IconSource {
  /** A picture made by picture.ts. */
  logo: Buffer | null
  /** One of A to Z or 0 to 9. */
  initial: string
  /** Six-digit hex. */
  color: string
}

/**
 * Shares of a side. A logo is as large as the icon, except on a maskable one: systems crop that to any shape, and leave
 * only its inner circle of 80 % alone.
 */
const shapes = {
  any: { logo: 1, capital: 0.46, corner: 0.22 },
  maskable: { logo: 0.56, capital: 0.36, corner: 0 },
} as const

const white = '#ffffff'
/** From this mean brightness on (of 255), a logo is made for dark backgrounds. */
const lightFrom = 215

/** Draws a PNG of exactly the icon's size. */
export async function drawIcon({ logo, initial, color }: IconSource, icon: AppIcon): Promise<Buffer> {
  const { sidePixels: side, purpose } = icon
  const shape = shapes[purpose]
  const png = { compressionLevel: 9 }
  if (!logo)
    return sharp(ground(side, shape.corner, color, glyph(side, shape.capital, initial, color)))
      .png(png)
      .toBuffer()
  const box = Math.round(side * shape.logo)
  const [fitted, around] = await Promise.all([
    sharp(logo).resize(box, box, { fit: 'contain', background: '#00000000' }).png().toBuffer(),
    groundOf(logo, color),
  ])
  return sharp(ground(side, shape.corner, around))
    .composite([
      { input: fitted, gravity: 'centre' },
      // Rounds the corners of the logo, too.
      { input: ground(side, shape.corner, white), blend: 'dest-in' },
    ])
    .png(png)
    .toBuffer()
}

function ground(side: number, corner: number, color: string, inside = ''): Buffer {
  const rect = `<rect width="${side}" height="${side}" rx="${side * corner}" fill="${color}"/>`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${rect}${inside}</svg>`)
}

function glyph(side: number, capital: number, initial: string, color: string): string {
  const scale = (side * capital) / capitalHeight
  const transform = `translate(${side / 2} ${side / 2}) scale(${scale})`
  return `<path transform="${transform}" fill="${inkOn(color).ink}" d="${letterOutlines[initial] ?? ''}"/>`
}

/**
 * Returns the color around a logo: the logo's own where it fills its rectangle with one, the brand's where its visible
 * part is so light that it would disappear on white, otherwise white.
 */
async function groundOf(logo: Buffer, brandColor: string): Promise<string> {
  const { data, info } = await sharp(logo)
    .resize(32, 32, { fit: 'inside' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const last = data.length - 4
  const row = (info.width - 1) * 4
  return (
    edgeColor([0, row, last - row, last].map((at) => data.subarray(at, at + 4))) ?? (isLight(data) ? brandColor : white)
  )
}

/** Corners that differ by no more than this (of 255) are of one color. */
const sameWithin = 16

/** Returns the color of the corners if they are opaque and alike. */
function edgeColor(corners: Buffer[]): string | null {
  const [first] = corners
  if (!first) return null
  const isOne = corners.every((corner) =>
    corner.every((value, channel) => Math.abs(value - (channel === 3 ? 255 : (first[channel] ?? 0))) <= sameWithin),
  )
  return isOne ? `#${first.subarray(0, 3).toString('hex')}` : null
}

/** Returns whether what is visible is light and leaves something free. */
function isLight(pixels: Buffer): boolean {
  let [seen, brightness] = [0, 0]
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    seen += alpha
    brightness += (alpha * (red + green + blue)) / 3
  }
  return seen > 0 && seen < (pixels.length / 4) * 255 * 0.98 && brightness / seen > lightFrom
}

import * as z from 'zod/mini'

/** Colours of brands: `#` and six hexadecimal digits, and what can be read on them (D136). */

/** What an organization looks like until it chooses for itself (S437). */
export const defaultPrimaryColor = '#9334ea'
export const defaultSecondaryColor = '#7c3aed'

export function isHexColor(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text)
}

export const hexColor = z
  .string({ error: 'Please enter a valid hex color' })
  .check(z.refine(isHexColor, { error: 'Please enter a valid hex color' }))

const inks = ['#ffffff', '#111827'] as const
/** What everybody's eyes are promised for text (WCAG AA). */
export const readableContrast = 4.5

/** How text on a colour such as `#9334ea` is drawn, white or nearly black, whichever contrasts more, and whether it can be read well. */
export function inkOn(color: string): { ink: (typeof inks)[number]; isReadable: boolean } {
  const [white, dark] = inks.map((ink) => contrast(color, ink)) as [number, number]
  return { ink: white >= dark ? inks[0] : inks[1], isReadable: Math.max(white, dark) >= readableContrast }
}

/** Ratio of two colours from 1 to 21, as WCAG 2 defines it. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const share = Number.parseInt(color.slice(place, place + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

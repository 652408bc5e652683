import * as z from 'zod/mini'

/** Brand colors, as `#` and six hexadecimal digits, and the text color that is readable on each (D136). */

/** The colors of an organization until it chooses its own (S437). */
export const defaultPrimaryColor = '#9334ea'
export const defaultSecondaryColor = '#7c3aed'

export function isHexColor(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text)
}

export const hexColor = z
  .string({ error: 'Please enter a valid hex color' })
  .check(z.refine(isHexColor, { error: 'Please enter a valid hex color' }))

const inks = ['#ffffff', '#111827'] as const
/** The minimum contrast for text (WCAG AA). */
export const readableContrast = 4.5

/**
 * Returns the text color for a brand color such as `#9334ea`: white or near-black, whichever has more contrast, and
 * whether that contrast is enough to read.
 */
export function inkOn(color: string): { ink: (typeof inks)[number]; isReadable: boolean } {
  const [white, dark] = inks.map((ink) => contrast(color, ink)) as [number, number]
  return { ink: white >= dark ? inks[0] : inks[1], isReadable: Math.max(white, dark) >= readableContrast }
}

/** Returns the contrast ratio of two colors, from 1 to 21, as WCAG 2 defines it. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

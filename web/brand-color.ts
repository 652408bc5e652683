/** What people can still read on a colour that somebody chose for a brand (D136). */

const inks = ['#ffffff', '#111827'] as const
const readableContrast = 4.5

/** The text colour that contrasts more with a colour such as `#9334ea`, and whether it can be read well. */
export function inkOn(color: string): { ink: (typeof inks)[number]; isReadable: boolean } {
  const [white, dark] = inks.map((ink) => contrast(color, ink)) as [number, number]
  return { ink: white >= dark ? inks[0] : inks[1], isReadable: Math.max(white, dark) >= readableContrast }
}

/** Ratio of two colours from 1 to 21, as WCAG 2 defines it. */
function contrast(one: string, other: string): number {
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

import * as z from 'zod/mini'

/** Colours of brands: `#` and six hexadecimal digits (D136). */

/** What an organization looks like until it chooses for itself (S437). */
export const defaultPrimaryColor = '#9334ea'
export const defaultSecondaryColor = '#7c3aed'

export function isHexColor(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text)
}

export const hexColor = z
  .string({ error: 'Please enter a valid hex color' })
  .check(z.refine(isHexColor, { error: 'Please enter a valid hex color' }))

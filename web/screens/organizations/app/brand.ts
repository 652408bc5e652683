import { useLayoutEffect } from 'react'
import { contrast, inkOn, readableContrast } from '#contract/organizations/app/brand-colors.ts'

/** The surfaces of theme.css that links and focus rings appear on, from the lightest to the darkest of each theme. */
const surfaces = { light: ['#ffffff', '#f1eef6'], dark: ['#1e1b2b', '#0b0a12'] }
const texts = { light: '#1a1726', dark: '#f4f2fa' }

export interface BrandColors {
  primaryColor: string
  secondaryColor: string
  /** Without it, the theme's accent is used. */
  accentColor?: string
}

/**
 * Returns the theme's variables that a brand sets (D136). An organization's colors fill surfaces; they color text only
 * where it stays readable.
 */
export function brandVariables(brand: BrandColors) {
  const { primaryColor: primary, secondaryColor: secondary, accentColor: accent } = brand
  const { ink } = inkOn(primary)
  const away = ink === '#ffffff' ? '#000000' : '#ffffff'
  const link = `light-dark(${textColor(brand, 'light')}, ${textColor(brand, 'dark')})`
  return {
    '--primary': primary,
    '--primary-text': ink,
    '--primary-hover': `color-mix(in oklab, ${primary} 86%, ${away})`,
    // The end of the gradient that starts with the primary color; text on it stays readable throughout.
    '--primary-end': contrast(ink, secondary) >= readableContrast ? secondary : primary,
    '--day-link': link,
    '--ring': link,
    '--chart': link,
    '--soft': 'var(--sunken)',
    '--soft-text': 'var(--text)',
    ...(accent === undefined ? {} : { '--accent': accent, '--accent-ink': inkOn(accent).ink }),
  }
}

function textColor({ primaryColor, secondaryColor }: BrandColors, theme: keyof typeof surfaces): string {
  const isReadable = (color: string) => surfaces[theme].every((surface) => contrast(color, surface) >= readableContrast)
  return [primaryColor, secondaryColor].find(isReadable) ?? texts[theme]
}

/** Replaces Luna's colors with an organization's while mounted, in dialogs too; null keeps Luna's. */
export function useBrand(brand: BrandColors | null): void {
  const variables = JSON.stringify(brand && brandVariables(brand))
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const entries = Object.entries((JSON.parse(variables) as Record<string, string> | null) ?? {})
    for (const [name, value] of entries) style.setProperty(name, value)
    return () => {
      for (const [name] of entries) style.removeProperty(name)
    }
  }, [variables])
}

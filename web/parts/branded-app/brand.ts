import { contrast, inkOn, readableContrast } from '#contract/brand-colors.ts'
import type { BrandedApp } from '#contract/branded-app.ts'

/** The surfaces of theme.css on which links and rings stand, from the lightest to the darkest of each theme. */
const surfaces = { light: ['#ffffff', '#f1eef6'], dark: ['#1e1b2b', '#0b0a12'] }
const texts = { light: '#1a1726', dark: '#f4f2fa' }

/**
 * The brand's part of the theme's variables (D136). An organization's colours fill; they become text only where they
 * can be read.
 */
export function brandVariables(app: Pick<BrandedApp, 'primaryColor' | 'secondaryColor' | 'accentColor'>) {
  const { primaryColor: primary, secondaryColor: secondary, accentColor: accent } = app
  const { ink } = inkOn(primary)
  const away = ink === '#ffffff' ? '#000000' : '#ffffff'
  const link = `light-dark(${textColor(app, 'light')}, ${textColor(app, 'dark')})`
  return {
    '--primary': primary,
    '--primary-text': ink,
    '--primary-hover': `color-mix(in oklab, ${primary} 86%, ${away})`,
    // Where the primary colour ends up; what is written on it stays readable to the end.
    '--primary-end': contrast(ink, secondary) >= readableContrast ? secondary : primary,
    '--day-link': link,
    '--ring': link,
    '--soft': 'var(--sunken)',
    '--soft-text': 'var(--text)',
    '--accent': accent,
    '--accent-ink': inkOn(accent).ink,
  }
}

function textColor(
  { primaryColor, secondaryColor }: Pick<BrandedApp, 'primaryColor' | 'secondaryColor'>,
  theme: keyof typeof surfaces,
): string {
  const isReadable = (color: string) => surfaces[theme].every((surface) => contrast(color, surface) >= readableContrast)
  return [primaryColor, secondaryColor].find(isReadable) ?? texts[theme]
}

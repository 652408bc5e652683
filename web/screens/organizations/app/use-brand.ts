import { useLayoutEffect } from 'react'
import { type BrandColors, brandVariables } from './brand.ts'

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

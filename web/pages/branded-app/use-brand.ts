import { useLayoutEffect } from 'react'
import type { BrandedApp } from '#contract/branded-app.ts'
import { brandVariables } from '#web/parts/branded-app/brand.ts'

/** Puts the organization's colours in place of Luna's for as long as one is in its app, in dialogs, too. */
export function useBrand(app: BrandedApp): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    const variables = Object.entries(brandVariables(app))
    for (const [name, value] of variables) root.style.setProperty(name, value)
    const metas = [...document.querySelectorAll('meta[name="theme-color"]')]
    const before = metas.map((meta) => meta.getAttribute('content') ?? '')
    for (const meta of metas) meta.setAttribute('content', app.primaryColor)
    return () => {
      for (const [name] of variables) root.style.removeProperty(name)
      for (const [index, meta] of metas.entries()) meta.setAttribute('content', before[index] ?? '')
    }
  }, [app])
}

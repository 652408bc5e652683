import { useLayoutEffect } from 'react'

/** Colours what a browser draws around an organization's app for as long as one is in it. */
export function useThemeColor(color: string): void {
  useLayoutEffect(() => {
    const metas = [...document.querySelectorAll('meta[name="theme-color"]')]
    const before = metas.map((meta) => meta.getAttribute('content') ?? '')
    for (const meta of metas) meta.setAttribute('content', color)
    return () => {
      for (const [index, meta] of metas.entries()) meta.setAttribute('content', before[index] ?? '')
    }
  }, [color])
}

import { useLayoutEffect } from 'react'

/** Colors the browser's own frame while a person is in an organization's app. */
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

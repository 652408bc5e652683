import { expect, type Page } from '@playwright/test'

/** Checks that nothing on the page moves by itself; for a page that was asked for reduced motion. */
export async function expectStillness(page: Page): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(findMoving), { message: `${page.url()} moves`, timeout: 5000 })
    .toEqual([])
}

/** Runs in the page: every animation and transition under way that changes more than color. */
function findMoving(): string[] {
  return document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .flatMap(({ effect }) => {
      if (!(effect instanceof KeyframeEffect)) return []
      const moved = effect.getKeyframes().flatMap((frame) => Object.keys(frame))
      const own = new Set(['offset', 'computedOffset', 'easing', 'composite', 'visibility', 'color', 'backgroundColor'])
      const properties = [...new Set(moved.filter((name) => !own.has(name)))]
      return properties.length > 0 ? [`${properties.join(', ')} of ${effect.target?.className ?? ''}`] : []
    })
}

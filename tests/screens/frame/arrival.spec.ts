import { enter, expect, page, subscriber, test } from '#tests/screens.ts'

/**
 * How pages for signed-in people arrive: the document itself holds the header's outline and a skeleton. How soon they
 * show on a slow phone is measured by `npm run bench -- arrival`.
 */

test('header and skeleton need no script, and nothing moves when the app takes over', async () => {
  await enter(await subscriber())
  let held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/marketplace', { waitUntil: 'commit' })
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading…')
    await expect(page.locator('[aria-busy=true]')).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const [ground, shape] = await page.evaluate(() =>
        [document.body, document.querySelector('[aria-busy] div div')].map(
          (element) => element && getComputedStyle(element).backgroundColor,
        ),
      )
      expect(shape, colorScheme).not.toBe(ground)
    }
    const places = () =>
      page.evaluate(() =>
        ['header', 'header a svg', 'header a'].map((selector) => {
          const { x, y, width, height } = document.querySelector(selector)!.getBoundingClientRect()
          return { selector, x, y, width, height }
        }),
      )
    const before = await places()
    held.resolve()
    await expect(page.getByRole('article').first()).toBeVisible()
    expect(await places(), `${width} px`).toEqual(before)
    held = Promise.withResolvers<void>()
  }
})

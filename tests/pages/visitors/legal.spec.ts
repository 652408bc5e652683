import { expect, page, test } from '#tests/pages.ts'

for (const [path, title] of [
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-of-service', 'Terms of Use'],
] as const) {
  test(`${title} links to what it names (D155, D158)`, async () => {
    await page.goto(path)
    const shown = page.getByRole('main').getByRole('link')
    await expect(shown.first()).toBeVisible()
    const links = await shown.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(links.length).toBeGreaterThan(0)
    for (const link of new Set(links)) {
      expect(link).toMatch(/^\/[a-z]/)
      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 }), link).not.toHaveText('Page Not Found')
    }
  })
}

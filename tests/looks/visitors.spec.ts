import { readStatus } from '#contract/status/status.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { sendContact } from '#contract/messages/contact.ts'
import { apiDocument, as, expect, page, type Page, server, test } from '#tests/pages.ts'
import { services } from '../pages/visitors/services.ts'
import { looksOf } from './look.ts'

const openFew = (page: Page) =>
  page
    .locator('details')
    .evaluateAll((all: HTMLDetailsElement[]) => all.slice(0, 3).forEach((one) => (one.open = true)))

const looks = looksOf('visitors', {
  '/': { title: /./ },
  '/help': { title: /./, ready: openFew },
  '/about': { title: /./ },
  '/contact': {
    title: /./,
    states: {
      'with its errors': async ({ page }) => {
        await page.getByRole('button', { name: 'Send Message' }).click()
        await expect(page.getByText('Message is required')).toBeVisible()
      },
      sent: async ({ page, server }) => {
        server.answer(sendContact, { success: true })
        await page.getByLabel('Name').fill('Sam Stranger')
        await page.getByLabel('Email').fill('sam@away.test')
        await page.getByLabel('Message').fill('I cannot sign in.')
        await page.getByRole('button', { name: 'Send Message' }).click()
        await expect(page.getByText('We received your message')).toBeVisible()
      },
    },
  },
  '/hours-saved': { title: /./ },
  '/status': {
    serve: ({ server }) => server.answer(readStatus, { services }),
    title: /./,
    ready: (page) => expect(page.getByText('Web app and API').first()).toBeVisible(),
  },
  '/docs/api': {
    serve: ({ server }) => {
      // All calls look alike, and there are many.
      const document = openApiDocument() as { paths: Record<string, unknown> }
      const few = Object.entries(document.paths).filter(([address]) => address.startsWith('/api/auth/'))
      server.say(apiDocument, 200, { ...document, paths: Object.fromEntries(few) })
    },
    title: /./,
    ready: async (page) => {
      await expect(page.getByText('Open to everyone.', { exact: true }).first()).toBeVisible()
      await openFew(page)
    },
  },
  '/privacy-policy': { title: /./ },
  '/terms-of-service': { title: /./ },
})

for (const { title, details, judge } of looks) test(title, details, () => judge({ page, server, as }))

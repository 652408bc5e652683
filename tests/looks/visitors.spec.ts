import { readStatus } from '#contract/status/status.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { sendContact } from '#contract/messages/contact.ts'
import { apiDocument, expect, page, server, test } from '#tests/pages.ts'
import { services } from '../pages/visitors/services.ts'
import { looksOf } from './look.ts'

const openFew = () =>
  page
    .locator('details')
    .evaluateAll((all: HTMLDetailsElement[]) => all.slice(0, 3).forEach((one) => (one.open = true)))

const looks = looksOf('visitors', {
  '/': {},
  '/help': { ready: openFew },
  '/about': {},
  '/contact': {
    states: {
      'with its errors': { press: 'Send Message', shows: 'Message is required' },
      sent: {
        serve: () => server.answer(sendContact, { success: true }),
        fill: { Name: 'Sam Stranger', Email: 'sam@away.test', Message: 'I cannot sign in.' },
        press: 'Send Message',
        shows: 'We received your message',
      },
    },
  },
  '/hours-saved': {},
  '/status': {
    serve: () => server.answer(readStatus, { services }),
    ready: () => expect(page.getByText('Web app and API').first()).toBeVisible(),
  },
  '/docs/api': { ready: () => expect(page.getByRole('link', { name: 'Auth', exact: true }).last()).toBeVisible() },
  '/docs/api/:area': {
    at: '/docs/api/auth',
    serve: () => {
      // All calls look alike, and there are many.
      const document = openApiDocument() as { paths: Record<string, unknown> }
      const few = Object.entries(document.paths).filter(([address]) => address.startsWith('/api/auth/'))
      server.say(apiDocument, 200, { ...document, paths: Object.fromEntries(few) })
    },
    ready: async () => {
      await expect(page.getByText('Open to everyone.', { exact: true }).first()).toBeVisible()
      await openFew()
    },
  },
  '/privacy-policy': {},
  '/terms-of-service': {},
})

for (const look of looks) test(...look)

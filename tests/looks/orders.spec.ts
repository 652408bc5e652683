import { createOrganizationPayment, organizationOrder, registrationStatus } from '#contract/organizations/payment.ts'
import { organizationDetails } from '#contract/organizations/management.ts'
import { choose } from '../kit/browser/organization-choosing.ts'
import { chosen, submitButton } from '../kit/browser/organization-registering.ts'
import { as, closeToasts, expect, ownerMe, page, type Page, server, test } from '#tests/pages.ts'
import { details } from '../pages/organizations/managed.ts'
import { acmeId } from '../pages/organizations/organization.ts'
import { address, openedAt, ordered, payButton } from '../pages/organizations/orders/checkout.ts'
import { keepCheckoutLoading } from '../pages/organizations/orders/registering.ts'
import { id, unpaidDetails } from '../pages/organizations/orders/unpaid-order.ts'
import { looksOf } from './look.ts'

const everything = {
  users: 99,
  minutes: /^Growth/,
  build: /^Single agent/,
  agents: 99,
  optimization: true,
  app: true,
} as const

const waiting = { subscriptionStatus: 'inactive', givesAccess: false } as const

const submitEmpty = async (page: Page, fault: string) => {
  await submitButton(page).click()
  await expect(page.getByText(fault)).toBeVisible()
}

const looks = looksOf('orders', {
  '/organization-info': {
    ready: () => expect(page.getByRole('heading', { name: 'Talk to a person' })).toBeVisible(),
  },
  '/calculator': {
    ready: () => choose(page, everything),
    states: {
      'the lines': async () => {
        // Only there do the totals have a bar of their own.
        await page.setViewportSize({ width: 320, height: 700 })
        await page.getByRole('button', { name: /Show details$/ }).click()
        await expect(page.getByRole('dialog', { name: 'Selected Package' })).toBeVisible()
      },
    },
  },
  '/package-builder': {
    ready: () => choose(page, everything),
    states: {
      'for an organization': async () => {
        as(ownerMe)
        server.answer(organizationDetails, { ...details, organization: { ...details.organization, ...waiting } })
        await page.goto(`/package-builder?organizationId=${acmeId}`)
        await expect(page.getByText('A package for Acme Consulting')).toBeVisible()
      },
    },
    tag: ['@D130'],
  },
  '/organization-register': {
    states: { 'with its errors': () => submitEmpty(page, 'Organization name is required') },
  },
  '/organization-register-simple': {},
  '/organization-register-simplified': {
    at: `/organization-register-simplified?${chosen}`,
    states: {
      'with its errors': () => submitEmpty(page, 'Organization name is required'),
      'for an organization': async () => {
        as(ownerMe)
        server.answer(organizationDetails, { ...details, organization: { ...details.organization, ...waiting } })
        await page.goto(`/organization-register-simplified?organizationId=${acmeId}`)
        await expect(page.getByLabel('Contact name')).toHaveValue('Olga Owner')
        await submitEmpty(page, 'Industry is required')
      },
    },
    tag: ['@D130'],
  },
  '/organization-checkout': {
    at: address,
    serveCard: (server, provider) => {
      server.answer(organizationOrder, ordered)
      server.answer(createOrganizationPayment, () => openedAt(provider))
    },
    ready: () => expect(payButton()).toBeEnabled(),
  },
  '/organization-success': {
    at: `/organization-success?id=${id}`,
    serve: () =>
      server.answer(registrationStatus, { id, status: 'paid', details: { ...unpaidDetails, next: 'password' } }),
    ready: () => expect(page.getByLabel('New password')).toBeVisible(),
    states: {
      'with its errors': async () => {
        await page.getByLabel('New password').fill('seven77')
        await page.getByRole('button', { name: 'Set Password' }).click()
        await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true')
        await closeToasts(page)
      },
      'signing in': {
        serve: () =>
          server.answer(registrationStatus, { id, status: 'paid', details: { ...unpaidDetails, next: 'attach' } }),
        shows: ['heading', 'Sign in to attach Acme & Sons.'],
      },
      unpaid: async () => {
        server.answer(registrationStatus, { id, status: 'awaiting_payment', details: unpaidDetails })
        keepCheckoutLoading(server)
        await page.reload()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not paid yet')
      },
    },
  },
})

for (const look of looks) test(...look)

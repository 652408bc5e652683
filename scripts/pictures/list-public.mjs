// The pages behind the landing page's and the footer's links, for `npm run pictures`.
import { callAs, fillCard, visit } from './steps.mjs'

/** Pictures far below are loaded only when they come near the screen. */
async function loadLazyPictures(page) {
  await page.evaluate(() =>
    document.querySelectorAll('img[loading="lazy"]').forEach((image) => (image.loading = 'eager')),
  )
  await page.waitForLoadState('networkidle')
}

/** Waits until the conversation of the landing page has its sounds, which a new server makes one after the other. */
async function waitForConversation(page) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const reply = await page.request.get('/api/agents/samples?names=Sales%20Call%20Coach&limit=1')
    const [heard] = reply.ok() ? await reply.json() : []
    if (heard?.conversation.length > 0) return
    await page.waitForTimeout(200)
  }
  throw new Error('The landing page has no conversation to hear')
}

/** Registers an organization in this browser, and opens its checkout. */
async function openOrganizationCheckout(page) {
  const { id } = await callAs(page, '/api/organizations/register', {
    organizationName: 'Northwind Advisors',
    contactName: 'Ada Example',
    contactEmail: `ada.${Date.now()}@northwind.test`,
    industry: 'consulting',
    companySize: '11-50',
    agentPurpose: 'Answers our clients.',
    plannedUsers: '5',
    userCount: 5,
    agentType: 'single',
    numberOfAgents: 1,
    minutePackage: 'growth',
    brandedPWA: true,
    ongoingOptimization: true,
  })
  await page.goto(`/organization-checkout?registrationId=${id}&amount=1`)
}

/** In the order in which a visitor meets them. */
export const publicScreens = [
  {
    name: 'landing',
    group: 'For visitors',
    whole: true,
    open: async (page) => {
      await visit('/')(page)
      await loadLazyPictures(page)
    },
  },
  {
    name: 'landing-hearing',
    open: async (page) => {
      await waitForConversation(page)
      await page.goto('/')
      await page.getByRole('button', { name: 'Hear a conversation' }).click()
      await page.locator('[data-word=now]').first().waitFor()
      return () => page.getByRole('button', { name: 'Pause the conversation' }).click()
    },
  },
  {
    name: 'landing-menu',
    only: 'phone',
    open: async (page) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Open menu' }).click()
    },
  },
  { name: 'agents', open: visit('/agents'), whole: true },
  { name: 'help', open: visit('/help'), whole: true },
  { name: 'help-search', open: visit('/help?q=minutes') },
  { name: 'about', open: visit('/about'), whole: true },
  { name: 'contact', open: visit('/contact') },
  {
    name: 'status',
    open: async (page) => {
      await page.goto('/status')
      await page.getByText('Luna is up and running').waitFor()
    },
  },
  {
    name: 'api-documentation',
    open: async (page) => {
      await page.goto('/docs/api')
      await page.locator('summary').nth(2).click()
    },
  },
  { name: 'terms', open: visit('/terms-of-service') },
  { name: 'privacy', open: visit('/privacy-policy') },
  { name: 'not-found', open: visit('/no-such-page') },
  {
    name: 'organization-info',
    group: 'For organizations',
    whole: true,
    open: async (page) => {
      await visit('/organization-info')(page)
      await loadLazyPictures(page)
    },
  },
  {
    name: 'calculator',
    whole: true,
    open: async (page) => {
      await visit('/calculator')(page)
      await page.getByRole('textbox', { name: 'Number of users' }).fill('99')
      await page.getByRole('textbox', { name: 'Number of agents' }).fill('51')
      await page.getByRole('textbox', { name: 'Number of agents' }).blur()
    },
  },
  { name: 'package-builder', open: visit('/package-builder'), whole: true },
  {
    name: 'organization-register-wrong',
    whole: true,
    open: async (page) => {
      await visit('/organization-register-simplified?userCount=25&agentType=single&minutePackage=scale')(page)
      await page.getByRole('button', { name: 'Continue to Payment' }).click()
    },
  },
  { name: 'organization-register', open: visit('/organization-register'), whole: true },
  { name: 'organization-register-simple', open: visit('/organization-register-simple'), whole: true },
  {
    name: 'organization-checkout',
    whole: true,
    open: async (page) => {
      await openOrganizationCheckout(page)
      await page.getByLabel('Card number').waitFor()
    },
  },
  {
    name: 'organization-success',
    whole: true,
    open: async (page) => {
      await openOrganizationCheckout(page)
      await fillCard(page, '4242 4242 4242 4242')
      await page.getByRole('button', { name: /^Pay / }).click()
      await page.getByLabel('Confirm password').waitFor()
    },
  },
  { name: 'organization-checkout-failed', open: visit('/organization-checkout') },
  { name: 'join-invalid', open: visit('/join/unknown') },
  {
    name: 'organization-signup',
    open: visit('/organization-signup?orgId=100001&orgName=Harbor+Works&invite=unknown'),
    whole: true,
  },
  {
    name: 'organization-signup-refused',
    open: async (page) => {
      await page.getByLabel('Email').fill('mia@example.com')
      await page.getByRole('button', { name: 'Verify Invitation' }).click()
      await page.locator('[data-toast]').waitFor()
    },
  },
  {
    name: 'organization-signup-mailed',
    open: async (page, { invite }) => {
      const organizationId = await invite('mia@example.com')
      // Opening the same address again would be a reload, which keeps what came with the link.
      await page.goto('/')
      await page.goto('/organization-signup')
      await page.getByLabel('Email').fill('mia@example.com')
      await page.getByLabel('Organization ID').fill(String(organizationId))
      await page.getByRole('button', { name: 'Verify Invitation' }).click()
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    },
  },
]

import sharp from 'sharp'
import { choose } from '../../../kit/browser/organization-choosing.ts'
import { expect, test } from '../../fixtures.ts'
import { registrationsOf } from './registering.ts'
import { chosen, fillContact, submitButton } from '../../../kit/browser/organization-registering.ts'
import { freshEmail } from '../../people.ts'

/** Both forms of registration, to what is stored. */

/** The keys of what is sent. */
const sentNames =
  'organizationName contactName contactEmail contactPhone industry companySize website agentPurpose plannedUsers additionalNotes userCount agentType numberOfAgents minutePackage brandedPWA ongoingOptimization totalAmount'.split(
    ' ',
  )

test('the main form sends 17 fields, which create a registration, and opens its checkout (S361, S480, S502, S550)', async ({
  page,
}) => {
  const email = freshEmail()
  await page.goto(`/organization-register-simplified?${chosen}`)
  await fillContact(page, email)
  await page.getByLabel('Agent purpose').fill('Answers our clients.')
  const sent = page.waitForRequest('**/api/organizations/register')
  await submitButton(page).click()
  const body = (await sent).postDataJSON() as Record<string, unknown>
  for (const name of sentNames) expect(Object.keys(body)).toContain(name)
  expect(sentNames).toHaveLength(17)
  expect(body['totalAmount']).toBe(1419)
  await expect(page.getByRole('heading', { level: 1, name: 'Payment & Setup' })).toBeVisible()
  await expect(page).toHaveURL('/organization-checkout')
  expect(await registrationsOf(email)).toMatchObject([
    { organization_name: 'Acme & Sons', agent_purpose: 'Answers our clients.', website: null },
  ])
})

test('the variant sends its package and its logo, which are stored with the registration (S356, S461, S551, D99, D101, D151)', async ({
  page,
}) => {
  const email = freshEmail()
  const buffer = await sharp({ create: { width: 600, height: 200, channels: 3, background: '#0e7490' } })
    .png()
    .toBuffer()
  await page.goto('/organization-register')
  await choose(page, { users: 10, minutes: /^Starter/, build: /^No agent build/, app: true })
  await fillContact(page, email)
  await page.getByLabel('Welcome message (optional)').fill('Welcome to Acme.')
  await page.getByLabel('Primary color', { exact: true }).fill('#7a7a7a')
  await page.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await submitButton(page).click()
  await expect(page).toHaveURL('/organization-checkout')
  const rows = await registrationsOf(email)
  expect(rows).toMatchObject([
    {
      form: 'variant',
      user_count: 10,
      minute_package: 'starter',
      welcome_message: 'Welcome to Acme.',
      primary_color: '#7a7a7a',
      monthly_total_cents: 11_800,
    },
  ])
  expect(rows[0]?.logo_url).toMatch(/^\/images\/[\w-]{43}$/)
})

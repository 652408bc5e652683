import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { brandedFirm } from './branded-apps.ts'
import { expect, test, type Page } from './fixtures.ts'
import { assignAgent, organizationWith, putInto } from './organizations.ts'
import { callAs, enter, registered, signIn, sql } from './people.ts'
import { closeToasts, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

const agents = (page: Page) => page.getByRole('list', { name: 'Our agents' }).getByRole('article')
const noise = /the server responded with a status of 404/

test('a visitor sees who the organization is and its agents; starting asks to sign in and comes back (D139, D141)', async ({
  page,
}) => {
  const owner = await registered('Olga')
  const firm = await brandedFirm(owner, { featured: ['Hiring Partner'] })
  for (const name of ['Mindset Coach', 'Hiring Partner']) await assignAgent(firm.id, owner, name)
  const member = await registered('Mia')
  await putInto(firm.id, member)
  await page.goto(`/o/${firm.slug}`)
  await expect(page).toHaveURL(firm.home)
  await expect(page).toHaveTitle(`App of ${firm.name}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`App of ${firm.name}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Harbors that run by themselves')).toBeVisible()
  await expect(main.getByText('Talk it over with us.')).toBeVisible()
  await expect(agents(page).getByRole('heading')).toHaveText(['Hiring Partner', 'Mindset Coach'])
  await expect(agents(page).first()).toContainText('Featured')
  const contact = page.getByRole('list', { name: 'Contact' })
  await expect(contact.getByRole('link')).toHaveText(['hello@harbor.test', '+49 40 123', 'harbor.test'])
  // Its own frame, in its colour; nothing of the product's.
  await expect(page.getByRole('link', { name: 'Luna, home' })).toHaveCount(0)
  const start = page.getByRole('link', { name: 'Start Conversation: Mindset Coach' })
  await expect(start).toHaveCSS('background-color', 'rgb(15, 118, 110)')
  await expectAccessible(page)

  await start.click()
  await signIn(page, member.email)
  await expect(page.getByRole('dialog', { name: /Mindset Coach/ })).toBeVisible()
  await expect(page).toHaveURL(`${firm.home}agents`)
})

test('no agents are shown where the organization shows none (D141)', async ({ page }) => {
  const owner = await registered('Olga')
  const firm = await brandedFirm(owner, { showPublicAgents: false })
  await assignAgent(firm.id, owner, 'Mindset Coach')
  await page.goto(firm.home)
  await expect(page.getByRole('link', { name: 'Start Talking' })).toBeVisible()
  await expect(page.getByText('Mindset Coach')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Our Agents' })).toHaveCount(0)
})

test('a member who works elsewhere goes over, talks there, and writes to the admins (D64, D122, D141)', async ({
  page,
  context,
}) => {
  const owner = await registered('Olga')
  const firm = await brandedFirm(owner)
  await assignAgent(firm.id, owner, 'Mindset Coach')
  const member = await registered('Mia')
  const other = await organizationWith(await registered('Otto'))
  await putInto(other.id, member)
  await putInto(firm.id, member)
  await sql("update users set voice_consent_version = '2026-11', voice_consent_at = now() where id = $1", [member.id])
  await callAs(member, '/api/user/organization', { organizationId: other.id })
  await enter(context, member)
  await page.goto(firm.home)
  await page.getByRole('navigation', { name: 'App' }).getByRole('link', { name: 'My Agents' }).click()
  const card = page.getByRole('article', { name: 'Mindset Coach' })
  await expect(card).toBeVisible()
  expect(await callAs<{ organization: object }>(member, '/api/user/organization', undefined, 'GET')).toMatchObject({
    organization: { id: firm.id },
  })
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Request an Agent' }).click()
  const form = page.getByRole('form', { name: 'Request an Agent' })
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText('This is required')).toHaveCount(2)
  await form.getByLabel('Which agent is missing?').fill('Harbor Pilot')
  await form.getByLabel('What should it do for you?').fill('Brings ships in.')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(toastOf(page)).toContainText('Your admins have it.')
  await closeToasts(page)
  await page.getByRole('button', { name: 'Send Feedback' }).click()
  const feedback = page.getByRole('form', { name: 'Send Feedback' })
  await feedback.getByLabel('What is it about?').fill('The coach')
  await feedback.getByLabel('What works, what does not?').fill('Very helpful.')
  await feedback.getByRole('button', { name: 'Send' }).click()
  await expect(toastOf(page)).toContainText('Your admins have it.')
  expect(
    await sql(
      `select subject, audience, organization_id from user_communication where from_user_id = $1 order by created_at`,
      [member.id],
    ),
  ).toEqual([
    { subject: 'Agent request: Harbor Pilot', audience: 'organization', organization_id: firm.id },
    { subject: 'Feedback: The coach', audience: 'organization', organization_id: firm.id },
  ])

  await card.getByRole('button', { name: 'Use This Agent' }).click()
  const dialog = page.getByRole('dialog', { name: /Mindset Coach/ })
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog.getByRole('timer')).toHaveCount(0)
  expect(await sql('select organization_id from voice_session where user_id = $1', [member.id])).toEqual([
    { organization_id: firm.id },
  ])
})

test('who does not belong there is told so; forms follow what is switched on (D141)', async ({ page, context }) => {
  const owner = await registered('Olga')
  const firm = await brandedFirm(owner, { enableFeedback: false })
  const stranger = await registered('Sam')
  await enter(context, stranger)
  await page.goto(`${firm.home}agents`)
  await expect(page.getByRole('heading', { name: `You do not belong to App of ${firm.name} yet` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Request an Agent' })).toHaveCount(0)
  await expectAccessible(page)

  await enter(context, owner)
  await page.goto(`${firm.home}agents`)
  await expect(page.getByRole('button', { name: 'Request an Agent' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Feedback' })).toHaveCount(0)
})

test.describe('an app that is not published', () => {
  test.use({ expectedNoise: noise })

  test('is a draft for its admins, and not found for everybody else (D139, D140)', async ({ page, context }) => {
    const owner = await registered('Olga')
    const firm = await brandedFirm(owner, { isPublished: false })
    const answer = await page.goto(firm.home)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Luna, home' }).first()).toBeVisible()
    expect((await page.goto('/o/no-such-app/'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()

    await enter(context, owner)
    expect((await page.goto(firm.home))?.status()).toBe(200)
    await expect(page.getByText('This is a draft')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`App of ${firm.name}`)
    await expect(page.locator('link[rel="manifest"]')).toHaveCount(0)
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
  })
})

import * as luna from '#tests/screens.ts'
import { context, expect, page, registered, sql, tagged, test, url } from '#tests/screens.ts'
import { agree } from '../conversations/voice/talking.ts'
import { assignAgent, type Organization, organizationWith, putInto } from './organizations.ts'

/** Returns an organization with the coach and an app in dark green, and where that app begins. */
async function brandedFirm(): Promise<Organization & { home: string }> {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  await sql(
    `with colored as (
       update organization set primary_color = '#0f766e', secondary_color = '#134e4a' where id = $1)
     insert into pwa_setting (organization_id, app_name, enable_feedback, is_active, granted_at, created_at, updated_at)
     values ($1, $2, true, true, now(), now(), now())`,
    [firm.id, `App of ${firm.name}`],
  )
  await assignAgent(firm.id, owner, 'Mindset Coach')
  return { ...firm, home: `/o/${firm.slug}/` }
}

test(
  'a visitor of the app signs in as a member and talks on the account of its organization',
  tagged('D64 D122 D138 D139 D141'),
  async () => {
    const firm = await brandedFirm()
    const member = await registered('Mia')
    const other = await organizationWith(await registered('Otto'))
    await putInto(other.id, member)
    await putInto(firm.id, member)
    await agree(member)
    await luna.callAs(member, '/api/user/organization', { organizationId: other.id })
    await page.goto(`/o/${firm.slug}`)
    await expect(page).toHaveURL(firm.home)
    await expect(page).toHaveTitle(`App of ${firm.name}`)
    await page.getByRole('link', { name: 'Start Conversation: Mindset Coach' }).click()
    await luna.signIn(member.email)
    const dialog = page.getByRole('dialog', { name: /Mindset Coach/ })
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL(`${firm.home}agents`)
    const chosen = await page.request.get('/api/user/organization')
    expect(await chosen.json()).toMatchObject({ organization: { id: firm.id } })
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expect(dialog.getByRole('timer')).toBeVisible()
    await dialog.getByRole('button', { name: 'End', exact: true }).click()
    await expect(dialog).toContainText('Session saved')
    const talks = await sql('select organization_id as id from voice_session where user_id = $1', [member.id])
    expect(talks).toEqual([{ id: firm.id }])
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Send Feedback' }).click()
    const feedback = page.getByRole('form', { name: 'Send Feedback' })
    await feedback.getByLabel('What is it about?').fill('The coach')
    await feedback.getByLabel("What works, and what doesn't?").fill('Very helpful.')
    await feedback.getByRole('button', { name: 'Send' }).click()
    await expect(luna.toastOf(page)).toContainText('Your admins will see it in their messages.')
    const sent = 'select subject, audience, organization_id as id from user_communication where from_user_id = $1'
    const subject = 'Feedback: The coach'
    expect(await sql(sent, [member.id])).toEqual([{ subject, audience: 'organization', id: firm.id }])
  },
)

test.describe('an app without a network (D139)', () => {
  test.use({ expectedNoise: /ERR_INTERNET_DISCONNECTED/ })

  test('shows its own page, and stores nothing but the built files', async () => {
    const firm = await brandedFirm()
    await page.goto(firm.home)
    // Until its worker has stored the page.
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`App of ${firm.name}`)
    const scope = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations())[0]?.scope)
    expect(scope).toBe(`${url}${firm.home}`)

    await context.setOffline(true)
    await page.goto(`${firm.home}agents`)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await expect(page.getByText(`App of ${firm.name} needs a connection.`)).toBeVisible()
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(15, 118, 110)')
    expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192)
    const kept = await page.evaluate(async () => {
      const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map((request) => new URL(request.url).pathname)
    })
    expect(kept.some((path) => path.startsWith('/assets/'))).toBe(true)
    const own = ['icons/icon-192.png', 'offline', 'offline.css'].map((name) => firm.home + name)
    expect(kept.filter((path) => !path.startsWith('/assets/')).toSorted()).toEqual(own)

    await context.setOffline(false)
    await page.goto(firm.home)
    await page.getByRole('link', { name: 'Start Talking' }).waitFor()
  })
})

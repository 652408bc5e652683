import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test } from './fixtures.ts'
import { expireIn, firm, invite, membersOf, sharedLink } from './organization-joining.ts'
import { enter, registered, signIn, sql } from './people.ts'
import { hold, toastOf } from '../kit/watch.ts'

/** /join/{uniqueLink}: the page of a mailed or of a shared link. */

test('loads, shows what one is invited to, and leads to the signup with all it needs (S368, S370-S374, D113, D135)', async ({
  page,
}) => {
  const to = await firm()
  const { path, secret } = await invite(to)
  const release = await hold(page, '**/api/join/*')
  const opened = await page.goto(path)
  expect(opened?.headers()['referrer-policy']).toBe('no-referrer')
  await expect(page.getByText('Loading your invitation…')).toBeAttached()
  await release()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText("You're Invited!")
  for (const text of [
    to.name,
    'consulting',
    `Join ${to.name}`,
    `You have been invited to use the AI agents of ${to.name}.`,
    'They never see your words, unless you share a transcript.',
  ])
    await expect(main.getByText(text).first()).toBeVisible()
  await expect(main.getByRole('list', { name: 'What you get' }).getByRole('listitem')).toHaveText([
    "Access to the organization's agents",
    'Voice conversations paid by the organization',
    'Team collaboration',
    'Dedicated support',
  ])
  await expect(main.getByText('Expires Soon')).toHaveCount(0)
  const join = main.getByRole('link', { name: `Join ${to.name}` })
  const target = new URL((await join.getAttribute('href')) ?? '', page.url())
  expect([target.pathname, Object.fromEntries(target.searchParams)]).toEqual([
    '/organization-signup',
    { orgId: String(to.id), orgName: to.name, invite: secret },
  ])
  await main.getByRole('link', { name: 'Maybe Later' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await join.click()
  await expect(page).toHaveURL('/organization-signup')
})

test('says that an invitation expires soon when fewer than 7 days remain, and tells a note (S371, D113)', async ({
  page,
}) => {
  const to = await firm()
  const invitation = await invite(to, undefined, { note: 'Talk to our sales coach.' })
  await expireIn(invitation, 7.1)
  await page.goto(invitation.path)
  await expect(page.getByText('Talk to our sales coach.')).toBeVisible()
  await expect(page.getByText('Open until')).toBeVisible()
  await expect(page.getByText('Expires Soon')).toHaveCount(0)
  await expireIn(invitation, 6.9)
  await page.reload()
  await expect(page.getByText('Expires Soon')).toBeVisible()
})

test('a link that leads nowhere says why and leads home (S369, D112)', async ({ page }) => {
  await page.goto('/join/bad')
  await expect(page.getByRole('alert')).toHaveText('This invitation link is invalid or has expired.')
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
  const to = await firm()
  const invitation = await invite(to)
  await expireIn(invitation, -1)
  await page.goto(invitation.path)
  await expect(page.getByRole('alert')).toHaveText('This invitation has expired. Please ask for a new one.')
})

test('where the server fails, the stated words stand, and one can try again (S369)', async ({ page }) => {
  const to = await firm()
  const { path } = await invite(to)
  await sql('alter table bulk_invitation rename to bulk_invitation_away')
  try {
    await page.goto(path)
    await expect(page.getByRole('alert')).toHaveText('This invitation link is invalid or has expired.')
  } finally {
    await sql('alter table bulk_invitation_away rename to bulk_invitation')
  }
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're Invited!")
})

test('a visitor declines after one question, and the link has ended (D114)', async ({ page }) => {
  const to = await firm()
  const { path } = await invite(to)
  await page.goto(path)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline Invitation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invitation Declined')
  await page.goto(path)
  await expect(page.getByRole('alert')).toHaveText('This invitation was declined. Please ask for a new one.')
  expect(await membersOf(to)).toEqual([])
})

test('an account signs in on the way and accepts there (S487, D111)', async ({ page }) => {
  const to = await firm()
  const person = await registered('Mia')
  const { path, id } = await invite(to, person.email)
  await page.goto(path)
  await page.getByRole('link', { name: 'Sign in to accept' }).click()
  await signIn(page, person.email)
  await expect(page).toHaveURL(path)
  await expect(page.getByText(`You join as ${person.email}.`)).toBeVisible()
  await page.getByRole('button', { name: `Join ${to.name}` }).click()
  await expect(toastOf(page)).toContainText(`You now work in ${to.name}.`)
  await expect(page).toHaveURL('/organization-dashboard')
  expect(await membersOf(to)).toEqual([{ email: person.email, role: 'member', is_active: true }])
  expect(await sql('select status from organization_invitation where id = $1', [id])).toEqual([{ status: 'accepted' }])
})

test('a shared link lets everybody in who is signed in, and cannot be declined (D119)', async ({ page, context }) => {
  const to = await firm()
  const path = await sharedLink(to)
  const person = await registered('Sam')
  await enter(context, person)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 2, name: 'Open day' })).toBeVisible()
  await expect(page.getByText('Come in.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decline' })).toHaveCount(0)
  await page.getByRole('button', { name: `Join ${to.name}` }).click()
  await expect(page).toHaveURL('/organization-dashboard')
  expect(await membersOf(to)).toEqual([{ email: person.email, role: 'member', is_active: true }])
})

test('another account sees whom it is for, masked, and two ways out; nothing is accepted (D115)', async ({
  page,
  context,
}) => {
  const to = await firm()
  const invited = await registered('Mia')
  const { path } = await invite(to, invited.email)
  const other = await registered('Otto')
  await sql("update users set email = 'otto.' || email where id = $1", [other.id])
  await enter(context, other)
  await page.goto(path)
  const main = page.getByRole('main')
  await expect(main.getByText('It was sent to p***@example.com')).toBeVisible()
  await expect(main).not.toContainText(invited.email)
  await expect(main.getByRole('link', { name: 'Ask for a New Invitation' })).toHaveAttribute(
    'href',
    /^mailto:\?subject=/,
  )
  await expect(main.getByRole('button', { name: /^Join/ })).toHaveCount(0)
  await main.getByRole('button', { name: 'Switch Account' }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
  await signIn(page, invited.email)
  await expect(main.getByRole('button', { name: `Join ${to.name}` })).toBeVisible()
  expect(await membersOf(to)).toEqual([])
})

test('two addresses that look the same behind their masks are told apart by the server (D115)', async ({
  page,
  context,
}) => {
  const to = await firm()
  const { path } = await invite(to)
  await enter(context, await registered('Mia'))
  await page.goto(path)
  await page.getByRole('button', { name: `Join ${to.name}` }).click()
  await expect(page.getByText('This invitation is for another account')).toBeVisible()
  expect(await membersOf(to)).toEqual([])
})

test.describe('everybody', () => {
  test.use({ expectedNoise: checkerNoise })

  test('can read an invitation, and why there is none', async ({ page, context }) => {
    const to = await firm()
    const invitation = await invite(to)
    await expireIn(invitation, 2)
    for (const path of ['/join/bad', invitation.path]) {
      await page.goto(path)
      await expect(page.getByRole('link', { name: /Return to Home|Maybe Later/ })).toBeVisible()
      await expectAccessible(page)
    }
    const other = await registered('Otto')
    await sql("update users set email = 'otto.' || email where id = $1", [other.id])
    await enter(context, other)
    await page.goto(invitation.path)
    await expect(page.getByRole('button', { name: 'Switch Account' })).toBeVisible()
    await expectAccessible(page)
  })
})

import { logout } from '#contract/identity/current-user.ts'
import { communications, markMessageRead } from '#contract/messages/messages.ts'
import * as shown from '#contract/organizations/dashboard.ts'
import { invitations } from '#contract/organizations/invitations.ts'
import { members } from '#contract/organizations/members.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import { accessRefusals } from '#server/identity/access.ts'
import { as, expect, it, page, server, tags } from '#tests/components.ts'
import { acmeId, mia, minutesRequest, olga, overview, serveDashboard } from '#tests/pages/organizations/organization.ts'
import { talk } from '#tests/pages/organizations/usage.ts'
import { adminMe, ownerMe, subscriberMe } from '#tests/pages/people.ts'
import { letSignOut } from '#tests/pages/sign-in.ts'
import { button, dashboard, expectTexts, itemsOf, link, main, press, valueOf } from './organization.ts'

const { subject, message, inReplyTo, createdAt, id } = minutesRequest
const toAdmins = { id, inReplyTo, fromName: 'Mia Member', isOwn: false, isUnread: true, subject, message, createdAt }
const heading = page.getByRole('heading', { level: 1 })

it('shows figures, sessions and messages', tags('S025 S380 S381 S385 S400 S545 S640 D64 D134 D213'), async () => {
  as(ownerMe)
  serveDashboard(server)
  const sessions = ['1', '2', '3', '4', '5'].map((digit) => ({ ...talk, id: talk.id.slice(0, -1) + digit }))
  server.answer(shown.organizationConversations, sessions)
  server.answer(shown.organizationMessages, [toAdmins])
  server.answer(communications, [])
  server.answer(members, [mia, olga])
  server.answer(invitations, [])
  server.answer(markMessageRead, () => {
    server.answer(shown.organizationMessages, [{ ...toAdmins, isUnread: false }])
    return { ...minutesRequest, isOwn: false, isRead: true }
  })
  // They wait at home until the organization is known and its data has loaded.
  const releases = [server.hold(userOrganization), server.hold(shown.organizationOverview)]
  await page.goto('/')
  await expect(page.getByRole('status').first()).toHaveText('Loading…')
  for (const release of releases) {
    await expect.poll(() => server.asked(shown.organizationOverview).length).toBe(1)
    await expect(page).toHaveURL('/')
    release()
  }
  await expect(page).toHaveURL(dashboard)
  await expect(heading).toHaveText('Acme Consulting')
  await expect(main.getByText('Active', { exact: true })).toBeVisible()
  await press(button('Copy organization ID'), 'Copied!')
  expect(await page.window.navigator.clipboard.readText()).toBe(String(acmeId))
  for (const [name, figure] of [
    ['Total Members', '2'],
    ['Credit Balance', '42'],
    ['Active Agents', '1'],
    ['Monthly Usage', '3'],
  ] as const)
    await expect(valueOf(name)).toHaveText(figure)
  await expect(itemsOf('Recent sessions')).toHaveCount(5)
  await expectTexts(itemsOf('Recent sessions').first(), 'Mindset Coach', 'Mia Member', '0:30')
  expect(server.asked(shown.organizationConversations)[0]?.query).toEqual({ limit: 5 })
  await expect(link('View All')).toHaveAttribute('href', /tab=usage&view=conversations$/)
  await expectTexts(itemsOf('Messages'), 'Could you add minutes to our pool?', 'Mia Member')
  await press(button('Mark as Read: Request for minutes'), 'Marked as Read')
  await expect(itemsOf('Messages').getByRole('button')).toHaveCount(0)
  expect(server.asked(markMessageRead).map(({ params }) => params.id)).toEqual([id])
})

it('the tab is in the address, and the header is on each of them', tags('S380 S381 S382 S385 D212'), async () => {
  as(ownerMe)
  serveDashboard(server)
  server.answer(members, [mia, olga])
  server.answer(invitations, [])
  await page.goto(dashboard)
  const tabs = ['Overview', 'Users', 'Bulk Invitations', 'AI Agents', 'PWA Builder', 'Usage Analytics', 'Billing']
  await expect(main.getByRole('tab')).toHaveText([...tabs, 'Settings'])
  await main.getByRole('tab', { name: 'Users' }).click()
  await expect(page).toHaveURL(`${dashboard}?tab=users`)
  await page.reload()
  await expect(main.getByRole('tab', { name: 'Users', selected: true })).toBeVisible()
  await expect(main.getByRole('table', { name: 'Members' })).toBeVisible()
  await expect(main.getByText('Monthly Usage')).toHaveCount(0)
  const expectHeader = async () => {
    await expect(heading).toHaveText('Acme Consulting')
    const head = main.locator('header').filter({ has: heading })
    await expectTexts(head, 'Active', `ID ${acmeId}`)
    for (const name of ['Copy organization ID', 'Logout']) await expect(button(name, head)).toBeVisible()
    await expect(link('Settings', head)).toHaveAttribute('href', `${dashboard}?tab=settings`)
  }
  await expectHeader()
  await main.getByRole('tab', { name: 'Overview' }).click()
  await expect(valueOf('Monthly Usage')).toHaveText('3')
  await expectHeader()
})

it('Logout ends the session and opens the sign-in page, or says that it failed', tags('S382 S625'), async () => {
  as(ownerMe)
  serveDashboard(server)
  server.break(logout)
  await page.goto(dashboard)
  await press(button('Logout'), 'Logout failed')
  await expect(heading).toHaveText('Acme Consulting')
  await expect(page).toHaveURL(dashboard)
  letSignOut(server)
  await button('Logout').click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
})

it('a status other than active appears as a warning', tags('S486'), async () => {
  as(ownerMe)
  for (const [more, name] of [
    [{ subscriptionStatus: 'canceled', givesAccess: false }, 'Canceled'],
    [{ subscriptionStatus: 'past_due' }, 'Past due'],
    [{ subscriptionStatus: 'inactive', givesAccess: false }, 'Not paid yet'],
    [{ isActive: false, givesAccess: false }, 'Switched off'],
  ] as const) {
    serveDashboard(server, { ...overview, ...more })
    await page.goto(dashboard)
    await expect(main.getByText(name, { exact: true })).toBeVisible()
    await expect(main.getByText('Active', { exact: true })).toHaveCount(0)
  }
})

it('a person without an organization finds none at any address', tags('S333 S384 S390 S416 D120'), async () => {
  as(subscriberMe)
  server.refuseWith(shown.organizationOverview, accessRefusals.organizationNotFound())
  for (const query of ['', `?adminMode=true&organizationId=${acmeId}`]) {
    await page.goto(dashboard + query)
    await expect(page.getByRole('heading', { name: 'No Organization Found' })).toBeVisible()
    await expect(main.getByRole('tab')).toHaveCount(0)
    await expect(main.getByText('Platform Admin View')).toHaveCount(0)
    await expect(link('Go to Home Page')).toHaveAttribute('href', '/')
    await expect(link('Sign Out')).toHaveAttribute('href', '/api/logout')
  }
  const asked = server.asked(shown.organizationOverview).map(({ query }) => query)
  expect(asked).toEqual([{}, { organizationId: acmeId }])
})

it('a platform admin visits any organization, with a badge and a link back', tags('S317 S383 S543'), async () => {
  as(adminMe)
  serveDashboard(server)
  server.answer(members, [olga])
  server.answer(invitations, [])
  await page.goto(`${dashboard}?adminMode=true&organizationId=${acmeId}`)
  await expect(heading).toHaveText('Acme Consulting')
  await expect(main.getByText('Platform Admin View')).toBeVisible()
  await expect(link('Back to the admin panel')).toHaveAttribute('href', '/admin')
  await main.getByRole('tab', { name: 'Users' }).click()
  await expect(page).toHaveURL(`${dashboard}?organizationId=${acmeId}&adminMode=true&tab=users`)
  await expect(main.getByRole('table', { name: 'Members' }).locator('tbody tr')).toContainText('Olga Owner')
  expect(server.asked(members).map(({ query }) => query)).toEqual([{ organizationId: acmeId }])
  expect(server.asked(shown.organizationOverview)[0]?.query).toEqual({ organizationId: acmeId })
})

import { logout } from '#contract/identity/current-user.ts'
import { acceptInvitation, declineInvitation, invitationPage } from '#contract/organizations/joining.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import {
  alone,
  as,
  contextOf,
  expect,
  expectOneToast,
  memberMe,
  page,
  registeredMe,
  server,
  subscriberMe,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { mailed, path, secret, serveInvitation, today } from './invitation.ts'
import { overviewOfMember } from '../organization.ts'

/** /join/{uniqueLink}: the page of a mailed or shared link. */

/** Invited, and belongs to no organization yet. */
const mia = { ...registeredMe, email: memberMe.email }
const otto = { ...registeredMe, email: 'otto@example.com' }

/** Answers what the dashboard of a new member reads. */
function serveMember(): void {
  server.answer(organizationOverview, overviewOfMember)
  server.answer(organizationAgents, [])
}

test.beforeEach(() => page.clock.setFixedTime(today))

test('shows the invitation, and opens the signup', tagged('S368 S370 S371 S372 S373 S374 D113 D135'), async () => {
  serveInvitation(server)
  const release = server.hold(invitationPage)
  await page.goto(path)
  await expect(page.getByText('Loading your invitation…')).toBeAttached()
  await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer')
  release()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText("You're Invited!")
  for (const text of [
    'Acme Consulting',
    'consulting',
    'Join Acme Consulting',
    'You have been invited to use the AI agents of Acme Consulting.',
    'They never see what you said unless you share a transcript.',
  ])
    await expect(main.getByText(text).first()).toBeVisible()
  await expect(main.getByRole('list', { name: 'What you get' }).getByRole('listitem')).toHaveText([
    "Access to the organization's agents",
    'Voice conversations paid by the organization',
    'Team collaboration',
    'Dedicated support',
  ])
  await expect(main.getByText('Expires Soon')).toHaveCount(0)
  const join = main.getByRole('link', { name: 'Join Acme Consulting' })
  const target = new URL((await join.getAttribute('href')) ?? '', page.url())
  expect([target.pathname, Object.fromEntries(target.searchParams)]).toEqual([
    '/organization-signup',
    { orgId: '100001', orgName: 'Acme Consulting', invite: secret },
  ])
  expect(server.asked(invitationPage)[0]?.params).toEqual({ uniqueLink: secret })
  await main.getByRole('link', { name: 'Maybe Later' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await join.click()
  await expect(page).toHaveURL('/organization-signup')
})

test('warns of the expiry when fewer than 7 days remain, and shows a note', tagged('S371 D113'), async () => {
  const inDays = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString()
  serveInvitation(server, {
    ...mailed.invitation,
    description: 'Talk to our sales coach.',
    expirationDate: inDays(7.1),
  })
  await page.goto(path)
  await expect(page.getByText('Talk to our sales coach.')).toBeVisible()
  await expect(page.getByText('Open until Nov 27, 2026, 11:24 AM')).toBeVisible()
  await expect(page.getByText('Expires Soon')).toHaveCount(0)
  serveInvitation(server, { ...mailed.invitation, expirationDate: inDays(6.9) })
  await page.reload()
  await expect(page.getByText('Expires Soon')).toBeVisible()
})

test('a link that does not work says why, and only a fault can be retried', tagged('S249 S369 D112'), async () => {
  server.refuse(invitationPage, 'invitation_not_found')
  await page.goto('/join/bad')
  await expect(page.getByRole('alert')).toHaveText('This invitation link is invalid or has expired.')
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
  for (const [code, words] of [
    ['invitation_expired', 'This invitation has expired. Please ask for a new one.'],
    ['invitation_revoked', 'This invitation was revoked. Please ask for a new one.'],
    ['invitation_used', 'This invitation was already used.'],
    ['invitation_declined', 'This invitation was declined. Please ask for a new one.'],
  ] as const) {
    server.refuse(invitationPage, code)
    await page.goto(path)
    await expect(page.getByRole('alert')).toHaveText(words)
  }
  server.break(invitationPage)
  await page.goto(path)
  await expect(page.getByRole('alert')).toHaveText('This invitation link is invalid or has expired.')
  await expectOneToast(page, 'Loading Failed')
  serveInvitation(server)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're Invited!")
})

test('a used link takes its member to the organization, and asks visitors to sign in', tagged('D112'), async () => {
  server.refuse(invitationPage, 'invitation_used')
  await page.goto(path)
  await expect(page.getByRole('link', { name: 'Sign In', exact: true }).last()).toHaveAttribute(
    'href',
    `/login?next=${encodeURIComponent(path)}`,
  )
  as(mia)
  await page.goto(path)
  await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go to Acme Consulting' })).toHaveCount(0)

  as(memberMe)
  serveMember()
  server.refuse(invitationPage, 'invitation_used', {
    details: { organizationId: mailed.organization.id, organizationName: 'Acme Consulting' },
  })
  server.answer(switchOrganization, contextOf(memberMe))
  await page.goto(path)
  await expect(page.getByRole('alert')).toHaveText('This invitation was already used.')
  await page.getByRole('button', { name: 'Go to Acme Consulting' }).click()
  await expect(page).not.toHaveURL(/join/)
  expect(server.asked(switchOrganization).map(({ body }) => body)).toEqual([{ organizationId: mailed.organization.id }])
})

test('a visitor declines after one question', tagged('D114'), async () => {
  serveInvitation(server)
  server.answer(declineInvitation, { success: true })
  await page.goto(path)
  await page.getByRole('button', { name: 'Decline' }).click()
  const question = page.getByRole('alertdialog', { name: 'Decline the invitation from Acme Consulting?' })
  await question.getByRole('button', { name: 'Keep Invitation' }).click()
  await expect(question).toHaveCount(0)
  expect(server.asked(declineInvitation)).toEqual([])
  await page.getByRole('button', { name: 'Decline' }).click()
  await question.getByRole('button', { name: 'Decline Invitation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invitation Declined')
  expect(server.asked(declineInvitation).map(({ body }) => body)).toEqual([{ inviteToken: secret }])
})

test('a shared link admits every signed-in person, and cannot be declined', tagged('D119'), async () => {
  as(mia)
  serveInvitation(server, {
    ...mailed.invitation,
    title: 'Open day',
    description: 'Come in.',
    isShared: true,
    maskedEmail: null,
  })
  server.answer(acceptInvitation, () => {
    as(memberMe)
    return { organizationId: 100_001, organizationName: 'Acme Consulting', role: 'member' as const }
  })
  serveMember()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 2, name: 'Open day' })).toBeVisible()
  await expect(page.getByText('Come in.')).toBeVisible()
  await expect(page.getByText(`You'll join as ${mia.email}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decline' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Join Acme Consulting' }).click()
  await expect(toastOf(page)).toContainText("You're now part of Acme Consulting.")
  await expect(page).toHaveURL('/organization-dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme Consulting')
  expect(server.asked(acceptInvitation).map(({ body }) => body)).toEqual([{ inviteToken: secret }])
})

test('another account sees the masked address and two ways out, and accepts nothing', tagged('D115'), async () => {
  as(otto)
  serveInvitation(server)
  server.answer(logout, () => {
    as(null)
    return { success: true as const }
  })
  await page.goto(path)
  const main = page.getByRole('main')
  await expect(main.getByText(`It was sent to m***@example.com, but you're signed in as ${otto.email}.`)).toBeVisible()
  await expect(main.getByRole('link', { name: 'Ask for a New Invitation' })).toHaveAttribute(
    'href',
    /^mailto:\?subject=Please%20invite%20me%20to%20Acme%20Consulting%20at%20another%20address&body=/,
  )
  await expect(main.getByRole('button', { name: /^Join/ })).toHaveCount(0)
  await main.getByRole('button', { name: 'Switch Account' }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
  as(mia)
  await page.goto(path)
  await expect(main.getByRole('button', { name: 'Join Acme Consulting' })).toBeVisible()
  expect(server.asked(acceptInvitation)).toEqual([])

  // The server tells apart two addresses that look the same when masked.
  as({ ...otto, email: 'max@example.com' })
  server.refuse(acceptInvitation, 'wrong_account', { details: { maskedEmail: mailed.invitation.maskedEmail } })
  await page.goto(path)
  await main.getByRole('button', { name: 'Join Acme Consulting' }).click()
  await expect(page.getByText('This invitation is for another account')).toBeVisible()
  await expect(page.getByText('It was sent to m***@example.com')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Join Acme Consulting' })).toHaveCount(0)
})

test('a person who already belongs there can go in, and need not join', tagged('D111 D119'), async () => {
  as(subscriberMe, { ...alone, memberships: contextOf(memberMe).memberships })
  serveInvitation(server, { ...mailed.invitation, title: 'Open day', isShared: true, maskedEmail: null })
  server.answer(switchOrganization, () => {
    as(memberMe)
    return contextOf(memberMe)
  })
  serveMember()
  await page.goto(path)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText("You're Already In")
  await expect(main.getByText(`You're a member of Acme Consulting as ${subscriberMe.email}.`)).toBeVisible()
  await expect(main.getByRole('button', { name: /^Join/ })).toHaveCount(0)
  await main.getByRole('button', { name: 'Go to Acme Consulting' }).click()
  await expect(page).toHaveURL('/organization-dashboard')
  expect(server.asked(switchOrganization).map(({ body }) => body)).toEqual([{ organizationId: mailed.organization.id }])
  expect(server.asked(acceptInvitation)).toEqual([])
})

import { organizationAgents } from '#contract/organizations/agents.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import * as joining from '#contract/organizations/joining.ts'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import { closeToasts, expectOneToast, expectRow } from '#tests/components/admin/panel.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { mailed, path, secret, serveInvitation, shared } from '#tests/pages/organizations/members/invitation.ts'
import { overviewOfMember } from '#tests/pages/organizations/organization.ts'
import { alone, contextOf, memberMe, registeredMe, subscriberMe } from '#tests/pages/people.ts'
import * as acme from '../organization.ts'

/** /join/{uniqueLink}, the page of a mailed or shared link, and /organization-signup, to which it leads visitors. */

const { bodies, button, confirm, expectFault, expectTexts, expectToast } = acme
const { header, itemsOf, link, main, press, question } = acme
const { acceptInvitation, completeOrganizationRegistration, declineInvitation } = joining
const { invitationPage, validateOrganization } = joining
const heading = page.getByRole('heading', { level: 1 })
const join = button('Join Acme Consulting')
const toJoin = `/login?next=${encodeURIComponent(path)}`
const { id: organizationId } = mailed.organization

/** Invited, and belongs to no organization yet. */
const mia = { ...registeredMe, email: memberMe.email }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

beforeEach(() => {
  serveInvitation(server)
  server.answer(organizationOverview, overviewOfMember)
  server.answer(organizationAgents, [])
})

const offers = 'S368 S370 S371 S372 S373 S374 D113 D114 D135'
it('a visitor sees what an invitation offers, and may decline it', tags(offers), async () => {
  serveInvitation(server, { ...mailed.invitation, expirationDate: inDays(7.1) })
  const release = server.hold(invitationPage)
  await page.goto(path)
  await expect(page.getByText('Loading your invitation…')).toHaveCount(1)
  await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer')
  release()
  await expect(heading).toHaveText("You're Invited!")
  const offer = 'You have been invited to use the AI agents of Acme Consulting.'
  const privacy = 'They never see what you said unless you share a transcript.'
  await expectTexts(main, 'Acme Consulting', 'consulting', 'Join Acme Consulting', offer, privacy, 'Expires')
  await expect(itemsOf('What you get')).toHaveText([
    "Access to the organization's agents",
    'Voice conversations paid by the organization',
    'Team collaboration',
    'Dedicated support',
  ])
  await expect(main).not.toContainText('Expires Soon')
  await expect(link('Maybe Later')).toHaveAttribute('href', '/')
  const signup = `/organization-signup?orgId=100001&orgName=Acme+Consulting&invite=${secret}`
  await expect(link('Join Acme Consulting')).toHaveAttribute('href', signup)
  expect(server.asked(invitationPage)[0]?.params).toEqual({ uniqueLink: secret })

  server.answer(declineInvitation, { success: true })
  const description = 'Talk to our sales coach.'
  serveInvitation(server, { ...mailed.invitation, description, expirationDate: inDays(6.9) })
  await page.reload()
  await expectTexts(main, description, 'Expires Soon')
  await button('Decline').click()
  await expect(question).toHaveAccessibleName('Decline the invitation from Acme Consulting?')
  await confirm('Keep Invitation')
  await expect(question).toHaveCount(0)
  expect(bodies(declineInvitation)).toEqual([])
  await button('Decline').click()
  await confirm('Decline Invitation')
  await expect(heading).toHaveText('Invitation Declined')
  expect(bodies(declineInvitation)).toEqual([{ inviteToken: secret }])
})

it('a link that does not work says why, and only a fault can be retried', tags('S249 S369 D112'), async () => {
  const alert = page.getByRole('alert')
  for (const [code, words] of [
    ['invitation_not_found', 'This invitation link is invalid or has expired.'],
    ['invitation_expired', 'This invitation has expired. Please ask for a new one.'],
    ['invitation_revoked', 'This invitation was revoked. Please ask for a new one.'],
    ['invitation_declined', 'This invitation was declined. Please ask for a new one.'],
    ['invitation_replaced', 'We sent you a newer email about this invitation. Please use the link in that one.'],
    ['invitation_used', 'This invitation was already used.'],
  ] as const) {
    server.refuse(invitationPage, code)
    await page.goto(path)
    await expect(alert).toHaveText(words)
    await expect(button('Retry')).toHaveCount(0)
    await expect(link('Return to Home')).toHaveAttribute('href', '/')
  }
  await expect(link('Sign In')).toHaveAttribute('href', toJoin)
  as(mia)
  await page.goto(path)
  await expect(link('Return to Home')).toBeVisible()
  await expect(button('Go to Acme Consulting')).toHaveCount(0)
  server.break(invitationPage)
  await page.goto(path)
  await expect(alert).toHaveText('This invitation link is invalid or has expired.')
  await expectOneToast('Loading Failed')
  serveInvitation(server)
  await button('Retry').click()
  await expect(heading).toHaveText("You're Invited!")

  // A used link takes its member to the organization.
  as(memberMe)
  server.refuse(invitationPage, 'invitation_used', { details: { organizationId, organizationName: 'Acme Consulting' } })
  server.answer(switchOrganization, contextOf(memberMe))
  await page.goto(path)
  await button('Go to Acme Consulting').click()
  await expect(page).toHaveURL('/organization-dashboard')
  expect(bodies(switchOrganization)).toEqual([{ organizationId }])
})

it('the invited account joins, others are told so, and members go in', tags('D111 D115 D119'), async () => {
  as({ ...mia, email: 'otto@example.com' })
  await page.goto(path)
  await expect(main).toContainText("It was sent to m***@example.com, but you're signed in as otto@example.com.")
  const mail = 'mailto:?subject=Please%20invite%20me%20to%20Acme%20Consulting%20at%20another%20address&body='
  expect(await link('Ask for a New Invitation').getAttribute('href')).toContain(mail)
  await expect(join).toHaveCount(0)
  await button('Switch Account').click()
  await expect(page).toHaveURL(toJoin)
  // The server tells apart two addresses that look the same when masked.
  as({ ...mia, email: 'max@example.com' })
  server.refuse(acceptInvitation, 'wrong_account', { details: { maskedEmail: 'm***@example.com' } })
  await page.goto(path)
  await join.click()
  await expectTexts(main, 'This invitation is for another account', 'It was sent to m***@example.com')
  await expect(join).toHaveCount(0)

  as(mia)
  serveInvitation(server, shared)
  server.answer(acceptInvitation, () => {
    as(memberMe)
    return { organizationId, organizationName: 'Acme Consulting', role: 'member' as const }
  })
  await page.goto(path)
  await expectTexts(main, 'Open day', 'Come in.', `You'll join as ${mia.email}.`)
  await expect(button('Decline')).toHaveCount(0)
  await press(join, "You're now part of Acme Consulting.")
  await expect(page).toHaveURL('/organization-dashboard')
  await expect(heading).toHaveText('Acme Consulting')
  expect(bodies(acceptInvitation)).toEqual([{ inviteToken: secret }, { inviteToken: secret }])

  as(subscriberMe, { ...alone, memberships: contextOf(memberMe).memberships })
  server.answer(switchOrganization, () => {
    as(memberMe)
    return contextOf(memberMe)
  })
  await page.goto(path)
  await expect(heading).toHaveText("You're Already In")
  await expect(main).toContainText(`You're a member of Acme Consulting as ${subscriberMe.email}.`)
  await expect(join).toHaveCount(0)
  await button('Go to Acme Consulting').click()
  await expect(page).toHaveURL('/organization-dashboard')
  expect(bodies(switchOrganization)).toEqual([{ organizationId }])
  expect(bodies(acceptInvitation)).toHaveLength(2)
})

const fill = (label: string, text: string) => main.getByLabel(label, { exact: true }).fill(text)
const verify = () => button('Verify Invitation').click()

it('the first step of a signup names what is wrong', tags('S376 S379 S482 S523 S627 D110'), async () => {
  await page.goto('/organization-signup')
  await expect(heading).toHaveText('Organization Access')
  await expect(main.getByRole('textbox')).toHaveCount(2)
  await expect(link('Sign in')).toHaveAttribute('href', '/login')
  await expect(link('Back to organization info')).toHaveAttribute('href', '/organization-info')
  for (const [label, text, fault] of [
    ['Email', '', 'Email is required'],
    ['Organization ID', '', 'Organization ID is required'],
    ['Organization ID', 'abc', 'Organization ID must be a number'],
  ] as const) {
    await fill(label, text)
    await verify()
    await expectFault(main, label, fault)
    await fill('Email', mia.email)
  }
  expect(bodies(validateOrganization)).toEqual([])
  await fill('Organization ID', '100001')
  server.refuse(validateOrganization, 'invalid_invitation')
  await verify()
  await expectRow('S627')
  await closeToasts()
  server.refuse(validateOrganization, 'too_many_attempts')
  await verify()
  await expectToast('Too many attempts. Please try again later.')
  // Without a link, the page says the same to everybody.
  const message = 'If an invitation for this e-mail exists, we have sent you a link. Please open it to continue.'
  server.answer(validateOrganization, { valid: false, message })
  await verify()
  await expect(heading).toHaveText('Check Your Email')
  await expect(main).toContainText(message)
  expect(bodies(validateOrganization).at(-1)).toEqual({ email: mia.email, organizationId })
  await button('Back').click()
  await expect(main.getByLabel('Organization ID')).toHaveValue('100001')
})

const signingUp = 'S377 S378 S463 S482 S483 S484 S524 S525 S526 S557 S558 S559 S628 S645 S646 D11 D111 D117 D197'
it('an invited visitor signs up, and goes on after 1.5 s', tags(signingUp), async () => {
  const names = { firstName: 'Mia', lastName: 'Mendel' }
  server.answer(validateOrganization, { valid: true, organizationName: 'Acme Consulting', ...names })
  serveInvitation(server, shared)
  await page.goto(`/organization-signup?orgId=100001&orgName=Acme+Consulting&invite=${secret}`)
  await fill('Email', mia.email)
  const release = server.hold(validateOrganization)
  await verify()
  await expect(button('Verifying…')).toBeVisible()
  release()
  await expectToast('Validation Successful', 'Welcome to Acme Consulting.')
  const sent = { email: mia.email, organizationId, inviteToken: secret }
  expect(bodies(validateOrganization)).toEqual([sent])
  await expect(heading).toBeFocused()
  await expect(heading).toHaveText('Complete Registration')
  await expect(main).toContainText(`Create your account at Acme Consulting for ${mia.email}.`)
  await expect(main.getByLabel('First name')).toHaveValue('Mia')
  await button('Back').click()
  await expect(main.getByLabel('Email', { exact: true })).toHaveValue(mia.email)
  await verify()
  for (const [first, second, label, fault] of [
    ['', '', 'Password', 'Password is required'],
    ['seven-7', 'seven-7', 'Password', 'Password must be at least 8 characters long'],
    ['another-horse-8', 'another-horse-9', 'Confirm password', 'Passwords do not match'],
  ] as const) {
    await fill('Password', first)
    await fill('Confirm password', second)
    await closeToasts()
    await button('Create Account').click()
    await expectFault(main, label, fault)
    if (first) await expectRow(label === 'Password' ? 'S526' : 'S525')
  }
  await closeToasts()
  expect(bodies(completeOrganizationRegistration)).toEqual([])
  for (const label of ['First name', 'Last name']) await fill(label, '')
  await fill('Confirm password', 'another-horse-8')
  server.break(completeOrganizationRegistration)
  await press(button('Create Account'), 'Registration Failed', 'Failed to create account')
  server.refuse(completeOrganizationRegistration, 'seats_full')
  await press(button('Create Account'), 'All seats are taken. We have told the admin.')
  server.refuse(completeOrganizationRegistration, 'account_exists')
  await press(button('Create Account'), 'Registration Failed')
  await expect(main).toContainText('Please sign in to accept this invitation.')
  await expect(link('Sign In')).toHaveAttribute('href', toJoin)
  server.answer(completeOrganizationRegistration, () => {
    as(memberMe)
    return { success: true as const, organizationName: 'Acme Consulting' }
  })
  const startedAt = Date.now()
  await button('Create Account').click()
  await expect(heading).toHaveText('Welcome!')
  await expect(main).toContainText("You're now part of Acme Consulting.")
  await expect(link('Go to Dashboard')).toHaveAttribute('href', '/organization-dashboard')
  await expectRow('S646')
  const account = { ...sent, password: 'another-horse-8', firstName: '', lastName: '' }
  expect(bodies(completeOrganizationRegistration)).toEqual([account, account, account, account])
  await expect(page).toHaveURL('/organization-dashboard')
  expect(Date.now() - startedAt).toBeGreaterThan(1490)
  await expect(header.getByRole('button', { name: 'Mia' })).toBeVisible()
})

it('a personal link leads straight to the account, with one password', tags('S376 S378 S558 D110 D197'), async () => {
  await page.goto(path)
  await link('Join Acme Consulting').click()
  await expect(heading).toHaveText('Complete Registration')
  await expect(main).toContainText(`Create your account at Acme Consulting for ${mia.email}.`)
  for (const [label, value] of [
    ['First name', 'Mia'],
    ['Last name', 'Mendel'],
  ] as const)
    await expect(main.getByLabel(label)).toHaveValue(value)
  await expect(main.getByLabel('Confirm password')).toHaveCount(0)
  server.answer(completeOrganizationRegistration, () => {
    as(memberMe)
    return { success: true as const, organizationName: 'Acme Consulting' }
  })
  await fill('Password', 'another-horse-8')
  await button('Create Account').click()
  await expect(heading).toHaveText('Welcome!')
  const names = { firstName: 'Mia', lastName: 'Mendel' }
  const account = { email: mia.email, organizationId, inviteToken: secret, password: 'another-horse-8', ...names }
  expect(bodies(completeOrganizationRegistration)).toEqual([account])
  expect(bodies(validateOrganization)).toEqual([])

  // Somebody else goes on without this link, and gets a mail if an invitation is theirs.
  as(null)
  await page.goto(path)
  await link('Join Acme Consulting').click()
  await button('Not you?').click()
  await expect(heading).toHaveText('Organization Access')
  await expect(main.getByLabel('Email')).toHaveValue('')
  server.answer(validateOrganization, { valid: false, message: 'We have sent you a link.' })
  await fill('Email', 'otto@example.com')
  await verify()
  await expect(heading).toHaveText('Check Your Email')
  expect(bodies(validateOrganization)).toEqual([{ email: 'otto@example.com', organizationId }])
  // While the link cannot be read, the page says so.
  server.break(invitationPage)
  await page.goto(`/organization-signup?orgId=100001&invite=${secret}`)
  await expect(main).toContainText('We could not load your invitation')
  await closeToasts()
  serveInvitation(server)
  await button('Retry').click()
  await expect(heading).toHaveText('Complete Registration')
})

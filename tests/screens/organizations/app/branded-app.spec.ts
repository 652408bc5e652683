import { tagged } from '../../../kit/tags.ts'
import { brandedFirm } from './branded-apps.ts'
import { expect, test } from '../../fixtures.ts'
import { assignAgent, organizationWith, putInto } from '../organizations.ts'
import { callAs, registered, signIn, sql } from '../../people.ts'
import { toastOf } from '../../../kit/browser/watch.ts'

test(
  'a visitor of the app signs in as a member and talks on the account of its organization',
  tagged('D64 D122 D138 D139 D141'),
  async ({ page }) => {
    const owner = await registered('Olga')
    const firm = await brandedFirm(owner)
    await assignAgent(firm.id, owner, 'Mindset Coach')
    const member = await registered('Mia')
    const other = await organizationWith(await registered('Otto'))
    await putInto(other.id, member)
    await putInto(firm.id, member)
    await sql("update users set voice_consent_version = '2026-11', voice_consent_at = now() where id = $1", [member.id])
    await callAs(member, '/api/user/organization', { organizationId: other.id })
    await page.goto(`/o/${firm.slug}`)
    await expect(page).toHaveURL(firm.home)
    await expect(page).toHaveTitle(`App of ${firm.name}`)
    await page.getByRole('link', { name: 'Start Conversation: Mindset Coach' }).click()
    await signIn(page, member.email)
    const dialog = page.getByRole('dialog', { name: /Mindset Coach/ })
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL(`${firm.home}agents`)
    const context = await page.request.get('/api/user/organization')
    expect(await context.json()).toMatchObject({ organization: { id: firm.id } })
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expect(dialog.getByRole('timer')).toBeVisible()
    await dialog.getByRole('button', { name: 'End', exact: true }).click()
    await expect(dialog).toContainText('Session saved')
    expect(await sql('select organization_id from voice_session where user_id = $1', [member.id])).toEqual([
      { organization_id: firm.id },
    ])
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Send Feedback' }).click()
    const feedback = page.getByRole('form', { name: 'Send Feedback' })
    await feedback.getByLabel('What is it about?').fill('The coach')
    await feedback.getByLabel("What works, and what doesn't?").fill('Very helpful.')
    await feedback.getByRole('button', { name: 'Send' }).click()
    await expect(toastOf(page)).toContainText('Your admins will see it in their messages.')
    expect(
      await sql('select subject, audience, organization_id from user_communication where from_user_id = $1', [
        member.id,
      ]),
    ).toEqual([{ subject: 'Feedback: The coach', audience: 'organization', organization_id: firm.id }])
  },
)

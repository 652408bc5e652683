import { organizationDetails } from '#contract/organizations/management.ts'
import { as, expect, memberMe, page, server, tagged, test } from '#tests/pages.ts'
import { detailsOfMember } from '../managed.ts'
import { acmeId } from '../organization.ts'

const waiting = { subscriptionStatus: 'inactive', givesAccess: false } as const
const orderPage = `/organization-register-simplified?organizationId=${acmeId}`

test('only its admins can pay for it: visitors sign in first, members see who can', tagged('D120 D130'), async () => {
  const submit = page.getByRole('button', { name: 'Continue to Payment' })
  await page.goto(`/package-builder?organizationId=${acmeId}`)
  await page.getByRole('radio', { name: /^Growth/ }).check({ force: true })
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText('Please sign in to continue')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    /^\/login\?next=%2Forganization-register-simplified/,
  )
  as(memberMe)
  server.answer(organizationDetails, {
    ...detailsOfMember,
    organization: { ...detailsOfMember.organization, ...waiting },
  })
  await page.goto(orderPage)
  await expect(page.getByText('Its admins choose the package')).toBeVisible()
  await expect(submit).toHaveCount(0)
})

import { expect, test } from './fixtures.ts'
import { organizationWith, putInto } from './organizations.ts'
import { callAs, enter, registered, sql } from './people.ts'

test('both kinds of admins get all tabs, by their place in the organization; the role of an account opens nothing (S318, D121)', async ({
  page,
  context,
}) => {
  const [founder, helper, named] = [await registered('Olga'), await registered('Ada'), await registered('Ben')]
  const firm = await organizationWith(founder)
  await putInto(firm.id, helper, 'admin')
  await putInto(firm.id, named)
  for (const { id } of [founder, named]) await sql("update users set role = 'organization_admin' where id = $1", [id])
  const other = await organizationWith(await registered('Olive'))
  for (const person of [founder, helper]) {
    await enter(context, person)
    await page.goto('/organization-dashboard')
    await expect(page.getByRole('tab', { name: 'Users' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Settings' })).toBeVisible()
    const own = await callAs<{ id: string }[]>(person, '/api/organization/members', undefined, 'GET')
    expect(own.map(({ id }) => id).toSorted()).toEqual([founder.id, helper.id, named.id].toSorted())
    const foreign = await page.request.get(`/api/organization/members?organizationId=${other.id}`)
    expect(foreign.status()).toBe(404)
  }
  await enter(context, named)
  await page.goto('/organization-dashboard')
  await expect(page.getByRole('heading', { level: 2, name: 'Available Agents' })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
})

test('every one of 200 members can be found by search (S683)', async ({ page, context }) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  await sql(
    `with added as (
       insert into users (email, first_name, last_name, referral_code, terms_version, terms_accepted_at, created_at,
         updated_at)
       select 'crowd' || number || '.' || $1 || '@example.com', 'Crowd' || number, 'Person',
         substr(md5('crowd' || number || '.' || $1), 1, 8), '1', now(), now(), now()
       from generate_series(1, 200) as number returning id)
     insert into organization_user (organization_id, user_id, joined_at) select $2, id, now() from added`,
    [String(firm.id), firm.id],
  )
  await enter(context, owner)
  await page.goto('/organization-dashboard?tab=users')
  const rows = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
  await expect(page.getByText('201 people')).toBeVisible()
  for (const number of [1, 100, 149, 200]) {
    await page.getByRole('searchbox', { name: 'Search members' }).fill(`crowd${number}.`)
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(`Crowd${number} Person`)
  }
})

import { brandedAppSettings, saveBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { as, expect, ownerMe, page, server, test } from '#tests/pages.ts'
import { coachId, field, openBuilder, partnerId, publishable, save, serveBuilder } from './builder.ts'

test('the page asks about an app setting that another admin has changed meanwhile, and other input stays (D187)', async () => {
  as(ownerMe)
  serveBuilder(server, ownerMe, publishable)
  const theirs = { ...publishable, tagline: 'Advice in your pocket' }
  server.refuse(saveBrandedApp, 'changed_meanwhile', { details: { present: { tagline: theirs.tagline } } })
  await openBuilder(page)
  await field(page, 'Tagline').fill('Clear days')
  await field(page, 'Phone').fill('+1 801 555 0100')
  await page.getByRole('button', { name: 'Save App' }).click()
  const question = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
  await expect(question.getByRole('region', { name: 'Tagline' })).toContainText(
    'TheirsAdvice in your pocketYoursClear days',
  )
  server.answer(brandedAppSettings, theirs)
  await question.getByRole('button', { name: 'Use Theirs' }).click()
  await expect(question).toHaveCount(0)
  await expect(field(page, 'Tagline')).toHaveValue('Advice in your pocket')
  await expect(field(page, 'Phone')).toHaveValue('+1 801 555 0100')
  server.answer(saveBrandedApp, { ...theirs, contactInfo: { ...theirs.contactInfo, phone: '+1 801 555 0100' } })
  await save(page)
  const { contactInfo } = publishable
  const sent = { ...contactInfo, phone: '+1 801 555 0100' }
  expect(server.asked(saveBrandedApp).map(({ body }) => body)).toEqual([
    { tagline: 'Clear days', contactInfo: sent, before: { tagline: '', contactInfo } },
    { contactInfo: sent, before: { contactInfo } },
  ])
})

test('featured agents that another admin has chosen meanwhile appear by name, in their order (D187)', async () => {
  as(ownerMe)
  serveBuilder(server, ownerMe, { ...publishable, featuredAgentIds: [coachId] })
  const present = { featuredAgentIds: [partnerId] }
  server.refuse(saveBrandedApp, 'changed_meanwhile', { details: { present } })
  await openBuilder(page)
  await page.getByRole('checkbox', { name: 'Hiring Partner' }).click()
  await page.getByRole('button', { name: 'Save App' }).click()
  const question = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
  await expect(question.getByRole('region', { name: 'Featured agents' })).toContainText(
    'TheirsHiring PartnerYoursMindset Coach\nHiring Partner',
  )
})

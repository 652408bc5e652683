import { adminActs } from '#contract/audit/acts.ts'
import { changeAgent } from '#contract/agents/admin-agents.ts'
import { changePlatformSettings, readPlatformSettings } from '#contract/settings/admin-settings.ts'
import { settings as unchanged } from '#tests/pages/admin/admin.ts'
import { acme, birch, pageOf, planner, serveAgents } from '#tests/pages/admin/agents.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { act, choose, expectSent, openTab, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

it('a platform setting that another admin has changed brings a question', tags('D187'), async () => {
  server.answer(readPlatformSettings, unchanged)
  server.answer(adminActs, [])
  server.refuse(changePlatformSettings, 'changed_meanwhile', { details: { present: { maxConversationMinutes: 90 } } })
  await page.goto('/admin/settings')
  const form = page.getByRole('form', { name: 'Platform settings' })
  const longest = form.getByRole('textbox', { name: 'Maximum length of a conversation' })
  await longest.fill('60')
  await form.getByRole('button', { name: 'Save Settings' }).click()
  const asked = page.getByRole('dialog').getByRole('region', { name: 'Maximum length of a conversation (min)' })
  await expect(asked).toContainText('Theirs90Yours60')
  server.answer(changePlatformSettings, {
    ...unchanged,
    settings: { ...unchanged.settings, maxConversationMinutes: 60 },
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Save Mine' }).click()
  await expect(toastOf()).toContainText('Settings Saved')
  await expect(longest).toHaveValue('60')
  await expectSent(
    changePlatformSettings,
    { maxConversationMinutes: 60, before: { maxConversationMinutes: 120 } },
    { maxConversationMinutes: 60, before: { maxConversationMinutes: 90 } },
  )
})

it('a prompt that another admin has written brings a question', tags('D187'), async () => {
  serveAgents(server, () => [planner])
  server.refuse(changeAgent, 'changed_meanwhile', { details: { present: { systemPrompt: 'You plan the month.' } } })
  await openTab('agents')
  await act(planner.name, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Agent' })
  const prompt = dialog.getByLabel('System prompt')
  await prompt.fill('You plan the week.')
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  const question = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
  await expect(question.getByRole('region', { name: 'System prompt' })).toContainText(
    'TheirsYou plan the month.YoursYou plan the week.',
  )
  await question.getByRole('button', { name: 'Use Theirs' }).click()
  await expect(prompt).toHaveValue('You plan the month.')
  await expect(prompt).toBeFocused()
  await dialog.getByLabel('Rating').fill('4')
  server.answer(changeAgent, pageOf(planner))
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  await expect(dialog).toHaveCount(0)
  const { systemPrompt } = pageOf(planner)
  await expectSent(
    changeAgent,
    { systemPrompt: 'You plan the week.', before: { systemPrompt } },
    { rating: 4, before: { rating: 5 } },
  )
})

it('a voice and organizations that another admin has chosen appear by name', tags('D187'), async () => {
  const shared = { ...planner, isPrivate: true, organizations: [acme] }
  serveAgents(server, () => [shared])
  const present = { voiceId: 'miles', organizationIds: [acme.id, birch.id] }
  server.refuse(changeAgent, 'changed_meanwhile', { details: { present } })
  await openTab('agents')
  await act(shared.name, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Agent' })
  await choose('Voice', 'Angus · German, English')
  await dialog.getByRole('checkbox', { name: acme.name }).click()
  await dialog.getByRole('checkbox', { name: birch.name }).click()
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  const question = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
  await expect(question.getByRole('region', { name: 'Voice' })).toContainText('TheirsMilesYoursAngus')
  await expect(question.getByRole('region', { name: 'Organizations' })).toContainText(
    `Theirs${acme.name}\n${birch.name}Yours${birch.name}`,
  )
})

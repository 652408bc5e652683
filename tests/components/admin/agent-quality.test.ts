import { agentVersions, bringBackVersion, readAgentVersion } from '#contract/agents/versions.ts'
import { pageOf, planner, serveAgents } from '#tests/pages/admin/agents.ts'
import { pageOfVersion, present, serveVersions, versionList } from '#tests/pages/admin/versions.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { act, expectAsked, expectQuery, expectSent, openTab, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => {
  as({ ...adminMe, voiceConsent: true })
  serveAgents(server, () => [planner])
})

async function openQuality() {
  await openTab('agents')
  await act(planner.name, 'Quality and Versions')
  return page.getByRole('dialog', { name: 'Quality and Versions' })
}

it('shares come with their counts, in total and by version, without what was not judged', async () => {
  serveVersions(server)
  const dialog = await openQuality()
  const quality = dialog.getByRole('region', { name: 'Quality' })
  const totals = quality.getByRole('listitem')
  await expect(totals.nth(0)).toHaveText('Goal met78%41 of 52 conversations3 unclear')
  await expect(totals.nth(1)).toHaveText('Stayed in role100%55 of 55 conversations')
  // Rounded down, so that only all of them are 100 %.
  await expect(totals.nth(2)).toHaveText('Invented nothing99%199 of 200 conversations')
  await expect(quality.getByRole('img', { name: /^Goal met, percent by version/ })).toBeVisible()
  await quality.getByRole('radio', { name: 'Invented nothing' }).check()
  await expect(quality.getByRole('img', { name: /^Invented nothing, percent by version/ })).toBeVisible()
  const rows = dialog.getByRole('table', { name: 'Versions' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText('Version 3 Current')
  await expect(rows.nth(1)).toContainText('Ada Admin')
  await expect(rows.nth(1)).toContainText('90%9 of 101 unclear')
  await expect(rows.nth(3)).toContainText('Luna')
  await expect(rows.nth(3).getByRole('cell').nth(1)).toContainText('–')
})

it('an agent without judged conversations shows no figure', async () => {
  serveVersions(server, { isJudged: false })
  const dialog = await openQuality()
  await expect(dialog.getByText('No results yet')).toBeVisible()
  await expect(dialog.getByText('%')).toHaveCount(0)
  await expect(dialog.getByRole('img')).toHaveCount(0)
})

it('a version shows what changed and its full text, and the focus comes back to it', async () => {
  serveVersions(server)
  const dialog = await openQuality()
  const view = dialog.getByRole('button', { name: 'View version 2' })
  await view.click()
  const prompt = dialog.getByRole('region', { name: 'System prompt' })
  await expect(prompt.locator('del')).toHaveText(' Removed: brief. End. ')
  await expect(prompt.locator('ins')).toHaveText(' Added: brief and kind. End. ')
  await expect(dialog.getByRole('region', { name: 'First message' })).toContainText('No changes in this version.')
  await dialog.getByRole('radio', { name: 'Full text' }).check()
  await expect(prompt.locator('del')).toHaveCount(0)
  await expect(prompt).toContainText('Be brief and kind.')
  await dialog.getByRole('button', { name: 'All Versions' }).click()
  await expect(view).toBeFocused()
  await dialog.getByRole('button', { name: 'View version 1', exact: true }).click()
  // Nothing came before it.
  await expect(dialog.getByRole('radio', { name: 'Changes' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'All Versions' }).click()
  await dialog.getByRole('button', { name: 'View version 3' }).click()
  await expect(dialog.getByRole('region', { name: 'System prompt' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Bring Back/ })).toHaveCount(0)
})

it('an earlier version returns after a question, but never over words of somebody else', tags('D187'), async () => {
  serveVersions(server)
  const dialog = await openQuality()
  await dialog.getByRole('button', { name: 'View version 2' }).click()
  const bringBack = dialog.getByRole('button', { name: 'Bring Back Version 2' })
  await bringBack.click()
  const question = page.getByRole('alertdialog', { name: 'Bring back version 2?' })
  await expect(question).toContainText('as a new version')
  await question.getByRole('button', { name: 'Keep Current Version' }).click()
  await expectSent(bringBackVersion)
  await bringBack.click()
  const theirs = { systemPrompt: 'Be funny.', firstMessage: 'Hi.' }
  server.refuse(bringBackVersion, 'changed_meanwhile', { details: { present: theirs } })
  server.answer(readAgentVersion, ({ params }) => ({
    ...pageOfVersion(params.revision),
    savedBy: null,
    present: theirs,
  }))
  await question.getByRole('button', { name: 'Bring Back' }).click()
  await expect(dialog.getByText('Someone else changed these words in the meantime')).toBeVisible()
  await expect(dialog).toContainText("Version 2 wasn't brought back.")
  // It was read again.
  await expect(dialog).toContainText('Luna,')
  server.answer(bringBackVersion, pageOf(planner))
  await bringBack.click()
  await question.getByRole('button', { name: 'Bring Back' }).click()
  await expect(toastOf()).toContainText('Version 2 brought back')
  await expect(dialog.getByRole('table', { name: 'Versions' })).toBeVisible()
  const params = { id: planner.id, revision: '4' }
  await expectAsked(bringBackVersion, [params, { before: present }], [params, { before: theirs }])
})

it('older versions come on request, and a failure can be tried again', async () => {
  const { versions, total } = versionList()
  const giveVersions = () =>
    server.answer(agentVersions, ({ query: { before } }) =>
      before === undefined
        ? { versions: versions.slice(0, 2), hasOlder: true, total }
        : { versions: versions.slice(2), hasOlder: false, total },
    )
  server.break(agentVersions)
  const dialog = await openQuality()
  const retry = dialog.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  giveVersions()
  await retry.click()
  const older = dialog.getByRole('button', { name: 'Show Older Versions' })
  await expect(older).toBeVisible()
  server.break(agentVersions)
  await older.click()
  await expect(dialog.getByRole('alert')).toContainText('We could not load older versions')
  await expect(dialog.getByRole('button', { name: 'View version 2' })).toBeVisible()
  giveVersions()
  await older.click()
  await expect(dialog.getByRole('button', { name: 'View version 1', exact: true })).toBeVisible()
  await expect(older).toHaveCount(0)
  await expectQuery(agentVersions, { before: versions[1]?.revision })
})

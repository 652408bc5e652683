import fs from 'node:fs/promises'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test } from './fixtures.ts'
import { addPoolSession, organizationWith, putInto } from './organizations.ts'
import { enter, registered } from './people.ts'

test.use({ expectedNoise: checkerNoise })

test('an admin sees who used how many minutes with which agent, as plot, table and file (S411, D131)', async ({
  page,
  context,
}) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  const ada = await registered('Ada')
  await putInto(firm.id, ada)
  await enter(context, owner)
  await page.goto('/organization-dashboard?tab=usage')
  await expect(page.getByText('Nothing talked in this period')).toBeVisible()
  await addPoolSession(firm, ada, 'Mindset Coach', 90, 30)
  await addPoolSession(firm, ada, 'Hiring Partner', 30, 54)
  await page.reload()
  const main = page.getByRole('main')
  await expect(main.getByText('2 minutes in 2 sessions over the last 30 days.')).toBeVisible()
  await expect(main.getByRole('list', { name: 'Minutes per member' }).getByRole('listitem')).toHaveText([
    /Ada Reed.*2 min/,
  ])
  await expect(main.getByRole('list', { name: 'Minutes per agent' }).getByRole('listitem')).toHaveText([
    /Mindset Coach.*1\.50 min/,
    /Hiring Partner.*0\.50 min/,
  ])
  await expect(
    main
      .getByRole('img', { name: /Minutes per day/ })
      .locator('svg')
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Show as Table' }).click()
  await expect(main.getByRole('table', { name: 'Minutes per agent' })).toContainText('Hiring Partner')
  await expect(main.getByRole('table', { name: 'Minutes per day' }).getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Download CSV' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Minutes per agent' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('usage-by-agent.csv')
  expect(await fs.readFile(await download.path(), 'utf8')).toBe(
    '\uFEFFAgent,Minutes,Sessions\r\nMindset Coach,1.5,1\r\nHiring Partner,0.5,1\r\n',
  )
})

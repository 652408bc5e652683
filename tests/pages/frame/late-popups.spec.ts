import fs from 'node:fs'
import path from 'node:path'
import { agents } from '#contract/agents/agents.ts'
import { agentRequests } from '#contract/agents/requests.ts'
import { as, expect, page, server, subscriberMe, test, toastOf } from '#tests/pages.ts'
import { clarifier as agent } from '../agents/agents.ts'

test.use({
  expectedNoise: /loaded-(popups|select|dialog|call-form)|Failed to fetch dynamically imported module|ERR_FAILED/,
})

const account = () => page.getByRole('banner').getByRole('button', { name: subscriberMe.firstName ?? '' })

/** Holds the files of these popups back until the returned function is called. */
async function holdBack(files: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(files, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test.beforeEach(async () => {
  as(subscriberMe)
  server.answer(agents, [agent])
  server.answer(agentRequests, [])
})

test.afterEach(() => page.unrouteAll())

test('a press before the menu is loaded opens it, and the focus returns to its button', async () => {
  const bring = await holdBack(/loaded-popups[^/]*\.js$/)
  await page.goto('/marketplace')
  await account().click()
  await expect(account()).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('menu')).toHaveCount(0)
  bring()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  await expect(account()).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(account()).toBeFocused()
  await account().press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
})

test('arrow keys open a menu and a list that are not loaded yet', async () => {
  const bring = await holdBack(/loaded-(popups|select)[^/]*\.js$/)
  await page.goto('/marketplace')
  await account().press('ArrowDown')
  await expect(account()).toBeFocused()
  const sort = page.getByRole('combobox').first()
  bring()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await sort.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(sort).toBeFocused()
})

test('a menu that cannot be loaded says so, and its button can be pressed again', async () => {
  let requests = 0
  await page.route(/loaded-popups[^/]*\.js$/, (route) => {
    requests += 1
    return route.abort()
  })
  await page.goto('/marketplace')
  await account().click()
  await expect(toastOf(page)).toContainText('Loading Failed')
  await expect(account()).toBeFocused()
  await toastOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(toastOf(page)).toHaveCount(0)
  await account().click()
  await expect(toastOf(page)).toContainText('Loading Failed')
  expect(requests).toBeGreaterThan(0)
})

const assets = path.resolve(import.meta.dirname, '../../../dist/web/browser/assets')

/** Matches the file that has the code of forms, whose name depends on what the build joins. */
function formsFile(): RegExp {
  const isThere = (name: string) =>
    /\(\{LoadedCallDialog:[\w$]+,LoadedCallForm:[\w$]+\}\)/.test(fs.readFileSync(path.join(assets, name), 'utf8'))
  const [name] = fs.readdirSync(assets).filter((file) => file.endsWith('.js') && isThere(file))
  if (!name) throw new Error('No built file has the code of forms')
  return new RegExp(`${name.replaceAll('.', '\\.')}$`)
}

test('a form that loads opens once at a double press, and gives the focus back', async () => {
  const bring = await holdBack(formsFile())
  await page.goto('/dashboard/requests')
  const opener = page.getByRole('button', { name: 'Submit Request' }).first()
  await opener.dblclick()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  bring()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a form that cannot be loaded says so', async () => {
  await page.route(formsFile(), (route) => route.abort())
  await page.goto('/dashboard/requests')
  const opener = page.getByRole('button', { name: 'Submit Request' }).first()
  await opener.click()
  await expect(toastOf(page)).toContainText('Loading Failed')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

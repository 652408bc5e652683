import { actChain, actPeople, actSubjects, adminActs } from '#contract/audit/acts.ts'
import { changePlatformSettings, readPlatformSettings } from '#contract/settings/admin-settings.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { fakeOf } from '#tests/pages/fake-answer.ts'
import type { FakeServer } from '#tests/pages/fake-server.ts'
import { ada, ben, settings as unchanged } from '#tests/pages/admin/admin.ts'
import { adminMe, as, beforeEach, config, expect, it, page, server, tags } from '#tests/components.ts'
import { choose, closeToasts, expectQuery, expectSent, rowsOf, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => {
  as(adminMe)
  serveSettings(server)
})

const adjustment = fakeOf(adminActs, {
  id: '1',
  adminEmail: ada.email,
  action: 'credits.adjust',
  targetKind: 'user',
  before: { minutes: 0 },
  after: { minutes: 12 },
  reason: 'Good will',
})

const role = fakeOf(adminActs, {
  id: '2',
  action: 'user.role',
  targetKind: 'user',
  before: { role: 'user' },
  after: { role: 'organization_admin' },
})

const address = fakeOf(adminActs, {
  id: '3',
  action: 'setting.change',
  targetKind: 'setting',
  before: { value: null },
  after: { value: 'help@luna.test' },
})

const changed = { updatedAt: '2026-11-20T09:00:00.000Z', updatedBy: ada.id }
const changes = { supportEmail: changed, socialLinks: changed }

function serveSettings(server: FakeServer): void {
  server.answer(readPlatformSettings, unchanged)
  server.answer(actChain, null)
  server.answer(adminActs, ({ query: { targetKind } }) =>
    [role, adjustment].filter((act) => targetKind === undefined || targetKind === act.targetKind),
  )
}

it('acts of admins are shown in the audit log, and found by words and kind', tags('D153'), async () => {
  server.answer(actPeople, [{ id: ada.id, email: ada.email }])
  server.answer(actSubjects, [])
  await page.goto('/admin/settings')
  await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Audit Log' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit Log')
  await expect(page.getByText('Not verified yet.')).toBeVisible()
  const check = { place: 1047, checkedAt: '2026-11-21T08:00:00.000Z', isIntact: true }
  server.answer(actChain, { ...check, isIntact: false })
  await page.goto('/admin/audit')
  await expect(page.getByText('This log was changed')).toBeVisible()
  server.answer(actChain, check)
  await page.goto('/admin/audit')
  await expect(page.getByRole('main')).toContainText(/Last verified Nov 21, 2026.*, up to entry 1,047: nothing was/)
  await page.getByRole('searchbox', { name: 'Search actions' }).fill(ben.email)
  await expect.poll(() => server.asked(adminActs).at(-1)?.query.search).toBe(ben.email)
  await expect(rowsOf()).toHaveCount(2)
  await expect(rowsOf().nth(0)).toContainText(/Changed role.*Role: user → organization admin/)
  await expect(rowsOf().nth(1)).toContainText(/Adjusted credits.*Minutes: 0 → 12.*“Good will”/)
  await expect(rowsOf().nth(1)).toContainText(ada.email)
  await choose('Filter by kind', 'Organization')
  await expect(page.getByText('No actions found')).toBeVisible()
})

it('the audit log is narrowed to a person and to days, which the address and the file keep', tags('D153'), async () => {
  server.answer(actPeople, [{ id: ada.id, email: ada.email }])
  const known = { kind: 'user' as const, id: ben.id, name: 'Ben Reed', email: ben.email }
  server.answer(actSubjects, ({ query: { search, id } }) => (id || search === 'reed' ? [known] : []))
  await page.goto('/admin/audit')
  await page.getByRole('combobox', { name: 'About' }).click()
  await page.getByPlaceholder('Type to search').fill('reed')
  await page.getByRole('option', { name: `Ben Reed · ${ben.email}` }).click()
  await expect(page).toHaveURL(`/admin/audit?kind=user&subject=${ben.id}`)
  await page.getByLabel('From').fill('2026-11-01')
  await page.getByLabel('To', { exact: true }).fill('2026-11-30')
  const narrowed = { targetKind: 'user', targetId: ben.id, from: '2026-11-01', to: '2026-11-30' }
  await expectQuery(adminActs, expect.objectContaining(narrowed))
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'About' })).toContainText('Ben Reed')
  await expect(page.getByRole('combobox', { name: 'Filter by kind' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expectQuery(adminActs, narrowed)
  server.answer(adminActs, [])
  await page.reload()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL('/admin/audit')
  await expect(page.getByRole('combobox', { name: 'About' })).toContainText('Everyone')
})

it('settings are checked, and each fault appears at its field', tags('D27 D152'), async () => {
  await page.goto('/admin/settings')
  const form = page.getByRole('form', { name: 'Platform settings' })
  await form.getByRole('textbox', { name: 'Product name' }).fill('')
  await form.getByRole('textbox', { name: 'Support email' }).fill('nobody')
  await form.getByRole('textbox', { name: 'LinkedIn' }).fill('linkedin.com/luna')
  await form.getByRole('textbox', { name: 'Maximum length of a conversation' }).fill('900')
  await form.getByRole('button', { name: 'Save Settings' }).click()
  for (const [name, message] of [
    ['Product name', 'Product name is required'],
    ['Support email', 'Valid email is required'],
    ['LinkedIn', 'Please enter an address that begins with https://'],
    ['Maximum length of a conversation', 'Please enter a whole number from 1 to 720'],
  ] as const) {
    await expect(form.getByText(message)).toBeVisible()
    await expect(form.getByRole('textbox', { name })).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(form.getByRole('textbox', { name: 'Product name' })).toBeFocused()
  await expectSent(changePlatformSettings)
})

it('only changed settings are saved; the footer and their history show them at once', tags('D152'), async () => {
  const socialLinks = { linkedin: 'https://linkedin.com/company/luna' }
  const settings = { ...unchanged.settings, supportEmail: 'help@luna.test', socialLinks }
  const saved = { ...unchanged, settings, changes }
  as(adminMe)
  await page.goto('/admin/settings')
  const form = page.getByRole('form', { name: 'Platform settings' })
  await form.getByRole('textbox', { name: 'Support email' }).fill('help@luna.test')
  await form.getByRole('textbox', { name: 'LinkedIn' }).fill(socialLinks.linkedin)
  server.break(changePlatformSettings)
  await form.getByRole('button', { name: 'Save Settings' }).click()
  await expect(toastOf()).toContainText('Failed to save settings')
  await expect(form.getByRole('textbox', { name: 'Support email' })).toHaveValue('help@luna.test')
  await closeToasts()
  server.answer(changePlatformSettings, () => {
    server.answer(readPlatformSettings, saved)
    server.answer(publicConfig, { ...config, socialLinks })
    server.answer(adminActs, [address])
    return saved
  })
  await form.getByRole('button', { name: 'Save Settings' }).click()
  await expect(toastOf()).toContainText('Settings Saved')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /LinkedIn/ })).toBeVisible()
  const sent = { supportEmail: 'help@luna.test', socialLinks, before: { supportEmail: null, socialLinks: {} } }
  await expectSent(changePlatformSettings, sent, sent)
  await page.getByRole('button', { name: 'History: Support email' }).click()
  const history = page.getByRole('dialog').getByRole('listitem')
  await expect(history).toContainText('Value: none → help@luna.test')
  await expectQuery(adminActs, { targetKind: 'setting', targetId: 'supportEmail', limit: 100 })
})

it('emptying a field removes its setting, and the history has the newest change first', tags('D152'), async () => {
  const socialLinks = { linkedin: 'https://linkedin.com/company/luna' }
  const settings = { ...unchanged.settings, supportEmail: 'help@luna.test', socialLinks }
  server.answer(readPlatformSettings, { ...unchanged, settings })
  await page.goto('/admin/settings')
  const form = page.getByRole('form', { name: 'Platform settings' })
  await form.getByRole('textbox', { name: 'Support email' }).fill('')
  await form.getByRole('textbox', { name: 'LinkedIn' }).fill('')
  server.answer(changePlatformSettings, () => {
    const gone = { ...address, id: '4', before: { value: 'help@luna.test' }, after: { value: null } }
    server.answer(readPlatformSettings, { ...unchanged, changes })
    server.answer(adminActs, [gone, address])
    return { ...unchanged, changes }
  })
  await form.getByRole('button', { name: 'Save Settings' }).click()
  await expect(toastOf()).toContainText('Settings Saved')
  const before = { supportEmail: 'help@luna.test', socialLinks }
  await expectSent(changePlatformSettings, { supportEmail: null, socialLinks: {}, before })
  await page.getByRole('button', { name: 'History: Support email' }).click()
  const history = page.getByRole('dialog').getByRole('listitem')
  await expect(history.nth(0)).toContainText('Value: help@luna.test → none')
  await expect(history.nth(1)).toContainText('Value: none → help@luna.test')
})

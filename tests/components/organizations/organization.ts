import type { Call } from '#contract/call.ts'
import { closeToasts, toastOf } from '#tests/components/admin/panel.ts'
import { expect, page, server } from '#tests/components.ts'
import type { Locator } from '#tests/kit/component/locator.ts'

export const dashboard = '/organization-dashboard'
export const main = page.getByRole('main')
export const header = page.getByRole('banner')
export const question = page.getByRole('alertdialog')
/** The open dialog; toasts are dialogs, too. */
export const dialog = page.locator('[role=dialog]:not([data-toast])')
export const ended = "Your organization's access has ended."

export const cardOf = (name: string) =>
  main.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

export const valueOf = (term: string, within: Locator = main) =>
  within.locator('dl > div').filter({ hasText: term }).getByRole('definition').first()

export const button = (name: string, within: Locator = main) => within.getByRole('button', { name, exact: true })
export const link = (name: string, within: Locator = main) => within.getByRole('link', { name, exact: true })
export const field = (name: string, within: Locator = main) => within.getByRole('textbox', { name, exact: true })
export const list = (name: string) => page.getByRole('combobox', { name, exact: true })
export const itemsOf = (name: string) => page.getByRole('list', { name }).getByRole('listitem')

export const bodies = <C extends Call>(call: C) => server.asked(call).map(({ body }) => body)

export async function expectTexts(where: Locator, ...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) await expect(where).toContainText(text)
}

/** Checks what the toast says, and closes it, so that the next one is certainly new. */
export async function expectToast(...texts: string[]): Promise<void> {
  await expectTexts(toastOf(), ...texts)
  await closeToasts()
}

/** Checks that a field says what is wrong with it, to eyes and to screen readers, and has the focus. */
export async function expectFault(scope: Locator, label: string, message: string): Promise<void> {
  const wrong = scope.getByLabel(label, { exact: true })
  await expect(wrong).toBeFocused()
  await expect(wrong).toHaveAttribute('aria-invalid', 'true')
  await expect(wrong).toHaveAccessibleDescription(new RegExp(message.replaceAll(/[.()$]/g, String.raw`\$&`)))
  await expect(scope.getByText(message, { exact: true }).first()).toBeVisible()
}

/** Presses what is named; checks what the toast says then, and closes it. */
export async function press(target: Locator, ...toast: string[]): Promise<void> {
  await target.click()
  if (toast.length > 0) await expectToast(...toast)
}

export const confirm = (name: string, ...toast: string[]) => press(button(name, question), ...toast)

/** Returns the dialog that asks which value a field should have, and its two values. */
export function conflictAt(name: string) {
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
  return { conflict, values: conflict.getByRole('region', { name, exact: true }) }
}

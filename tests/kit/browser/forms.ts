import { chooseIn } from './choosing.ts'
import { expect, type Locator } from '@playwright/test'

/** Values by the label of their field. */
export type Values = Readonly<Record<string, string>>

/** Fills fields by their labels. A list is left alone for the empty value, to which it cannot return. */
export async function fillIn(scope: Locator, values: Values): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = scope.getByLabel(label, { exact: true })
    if (!(await isList(field))) await field.fill(value)
    else if (value) await chooseIn(field, value)
  }
}

/** Checks that a field says what is wrong with it, to eyes and to screen readers, and has the focus. */
export async function expectFault(scope: Locator, label: string, message: string): Promise<void> {
  const field = scope.getByLabel(label, { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(message.replaceAll(/[.()$]/g, String.raw`\$&`)))
  await expect(scope.getByText(message, { exact: true }).first()).toBeVisible()
}

/** Checks that everything typed is still there. */
export async function expectKept(scope: Locator, values: Values): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = scope.getByLabel(label, { exact: true })
    if (await isList(field)) await expect(field).toContainText(value || 'Choose…')
    else await expect(field).toHaveValue(value)
  }
}

function isList(field: Locator): Promise<boolean> {
  return field.evaluate((node) => node.tagName === 'BUTTON')
}

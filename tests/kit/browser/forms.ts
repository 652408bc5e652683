import { expect, type Locator } from '@playwright/test'

/** Checks that a field says what is wrong with it, to eyes and to screen readers, and has the focus. */
export async function expectFault(scope: Locator, label: string, message: string): Promise<void> {
  const field = scope.getByLabel(label, { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(message.replaceAll(/[.()$]/g, String.raw`\$&`)))
  await expect(scope.getByText(message, { exact: true }).first()).toBeVisible()
}

import type { Locator } from '@playwright/test'

/** Opens the field for typing in the room of a conversation, unless it is open. */
export async function openTyping(dialog: Locator): Promise<Locator> {
  const toggle = dialog.getByRole('button', { name: 'Type a message' })
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
  return dialog.getByRole('textbox', { name: 'Message' })
}

export async function typeMessage(dialog: Locator, text: string): Promise<void> {
  const field = await openTyping(dialog)
  await field.fill(text)
  await dialog.getByRole('button', { name: 'Send message' }).click()
}

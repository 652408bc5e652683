import type { Locator } from '@playwright/test'
import type { Answer } from '#contract/call.ts'
import { invitations } from '#contract/organizations/invitations.ts'
import {
  changeMember,
  changeMemberCategory,
  changeMembers,
  members,
  removeMember,
} from '#contract/organizations/members.ts'
import { expect, type FakeServer, type Page } from '#tests/pages.ts'
import { mia } from '../organization.ts'

/** The list of people in the dashboard of an organization. */

export const usersTab = '/organization-dashboard?tab=users'
export const list = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
export const rows = (page: Page) => page.getByRole('table', { name: 'Members' }).locator('tbody tr')

/** Opens the details of a person. */
export async function openPerson(page: Page, name: string): Promise<Locator> {
  await page.getByRole('link', { name, exact: true }).click()
  const details = page.getByRole('dialog', { name, exact: true })
  await expect(details).toBeVisible()
  return details
}

/** Closes the details of a person. */
export async function closePerson(page: Page, name: string): Promise<void> {
  const details = page.getByRole('dialog', { name, exact: true })
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(details).toBeHidden()
}

/** Keeps changes of the members, like the server. */
export function serveMembers(server: FakeServer, ...all: Answer<typeof members>): void {
  let now = all
  const change = (id: string, more: object) => {
    now = now.map((one) => (one.id === id ? { ...one, ...more } : one))
    return now.find((one) => one.id === id) ?? mia
  }
  server.answer(members, () => now)
  server.answer(invitations, [])
  server.answer(changeMember, ({ params, body: { before: _before, ...body } }) => change(params.id, body))
  server.answer(changeMemberCategory, ({ params, body }) => change(params.id, body))
  server.answer(changeMembers, ({ body: { ids, ...body } }) => {
    for (const id of ids) change(id, body)
    return { changedCount: ids.length }
  })
  server.answer(removeMember, ({ params }) => {
    now = now.filter(({ id }) => id !== params.id)
    return { success: true as const }
  })
}

/** Confirms a question. */
export async function confirm(page: Page, question: string, label: string): Promise<void> {
  await page.getByRole('alertdialog', { name: question }).getByRole('button', { name: label }).click()
}

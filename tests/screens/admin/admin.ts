import { expect, makeAdmin, page, type Person, registered, rowsOf, sql } from '#tests/screens.ts'

export async function platformAdmin(firstName = 'Ada'): Promise<Person> {
  const person = await registered(firstName)
  await makeAdmin(person)
  return person
}

/** Opens a tab of the panel with the one row that a search finds, which shows these words. */
export async function openRow(tab: string, search: string | number, words = String(search)): Promise<void> {
  await page.goto(`/admin?tab=${tab}&q=${encodeURIComponent(search)}`)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(words)
}

export async function actsOf({ id }: Person): Promise<string[]> {
  const acts = await sql<{ action: string }>('select action from admin_act where admin_id = $1 order by at', [id])
  return acts.map(({ action }) => action)
}

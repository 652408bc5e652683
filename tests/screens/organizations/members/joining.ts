import { type Page } from '@playwright/test'
import { url } from '../../fixtures.ts'
import { callAs, freshEmail, password, registered, sql, type Person } from '../../people.ts'
import { mailedLink } from '../../../kit/browser/watch.ts'

let count = 0

export interface Firm {
  id: number
  name: string
  owner: Person
}

/** Returns a paid organization and the person who runs it. */
export async function firm(): Promise<Firm> {
  const owner = await registered('Olga')
  const name = `Harbor Works ${++count}`
  const [row] = await sql<{ id: number }>(
    `insert into organization (name, slug, industry, contact_email, created_by, created_at, updated_at)
     values ($1, $2, 'consulting', $3, $4, now(), now()) returning id`,
    [name, `harbor-${count}-${Date.now()}`, owner.email, owner.id],
  )
  const id = row?.id ?? 0
  await sql('insert into account (organization_id, created_at) values ($1, now())', [id])
  await sql(
    "insert into organization_user (organization_id, user_id, role, joined_at) values ($1, $2, 'admin', now())",
    [id, owner.id],
  )
  return { id, name, owner }
}

interface Invitation {
  id: string
  email: string
  /** The path of the mailed link. */
  path: string
  secret: string
}

/** Invites an address by mail, as the organization's admin does, and reads the link in the mail. */
export async function invite(to: Firm, email = freshEmail(), more: object = {}): Promise<Invitation> {
  const { id } = await callAs<{ id: string }>(to.owner, '/api/organization/invite', { email, ...more })
  const path = new URL(await mailedLink(url, email, `You are invited to join ${to.name}`)).pathname
  return { id, email, path, secret: path.replace('/join/', '') }
}

/** Returns who belongs there besides the person who runs it. */
export function membersOf({ id, owner }: Firm): Promise<{ email: string; role: string; is_active: boolean }[]> {
  return sql(
    `select users.email, organization_user.role, organization_user.is_active
     from organization_user join users on users.id = user_id where organization_id = $1 and user_id <> $2`,
    [id, owner.id],
  )
}

export async function fillPasswords(page: Page, first = password, second = first): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(first)
  await page.getByLabel('Confirm password', { exact: true }).fill(second)
}

import sharp from 'sharp'
import * as settings from '#contract/organizations/app/branded-app-settings.ts'
import { organization, type TestOrganization } from './organizations.ts'
import type { TestClient } from '../world/client.ts'
import type { TestPerson } from '../world/people.ts'
import type { World } from '../world/world.ts'

/** Returns an organization that may publish because a platform admin allows it. */
export async function grantedOrganization(world: World): Promise<TestOrganization> {
  const firm = await organization(world)
  await world.sql(
    `insert into pwa_setting (organization_id, app_name, granted_at, created_at, updated_at)
     select id, name, now(), now(), now() from organization where id = $1`,
    [firm.id],
  )
  return firm
}

export async function publishedOrganization(
  world: World,
  change: Partial<settings.BrandedAppChange> = {},
): Promise<TestOrganization> {
  const firm = await grantedOrganization(world)
  await save(firm, { ...change, isActive: true })
  return firm
}

export function save({ owner }: TestOrganization, body: Partial<settings.BrandedAppChange>) {
  return owner.client.call(settings.saveBrandedApp, { query: {}, body })
}

export function trySave({ owner }: TestOrganization, body: object) {
  return owner.client.try(settings.saveBrandedApp, { query: {}, body })
}

export async function putImage(world: World, client: TestClient, path: string, bytes: Buffer) {
  const form = new FormData()
  form.set('image', new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' }))
  const headers = { cookie: client.cookieHeader() }
  const answer = await fetch(world.url + path, { method: 'PUT', body: form, headers })
  const body = (await answer.json()) as { shownLogoUrl: string; logoUrl: string; code: string }
  return { status: answer.status, body }
}

export const uploadLogo = (world: World, { client }: TestPerson, bytes: Buffer) =>
  putImage(world, client, '/api/organization/pwa/logo', bytes)

export async function get(world: World, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(world.url + path, { redirect: 'manual', headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** Returns the color of a picture at a place given in shares of its sides, as six-digit hex. */
export async function colorAt(bytes: Buffer, x: number, y: number): Promise<string> {
  const { width, height } = await sharp(bytes).metadata()
  const at = { left: Math.floor(width * x), top: Math.floor(height * y), width: 1, height: 1 }
  const pixel = await sharp(bytes).removeAlpha().extract(at).raw().toBuffer()
  return `#${pixel.subarray(0, 3).toString('hex')}`
}

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import * as brandedAppSettings from '#contract/organizations/app/branded-app-settings.ts'
import * as brandedApp from '#contract/organizations/app/branded-app.ts'
import { addOns } from '#contract/organizations/prices.ts'
import { recordAct } from '../../audit/acts.ts'
import { refuseGift } from '../../billing/refunds/limits.ts'
import { lockAccount } from '../../ledger/ledger.ts'
import { drawIcon } from './app-icon.ts'
import { makeManifest } from './app-manifest.ts'
import {
  type BrandedAppSettings,
  findBrandedApp,
  type FoundApp,
  iconVersionOf,
  listShownAgents,
  readBrandedApp,
  readIconSource,
  saveBrandedApp,
  isPublishingGranted,
  setPublishingGrant,
} from './branded-app.ts'
import { findMembership } from '../../identity/memberships.ts'
import { maySeeApp } from '../policies.ts'
import { isTaken } from '../../database/sql.ts'
import { suggestFreeSlug } from '../slugs.ts'
import { uploadAppLogo } from '../logos.flow.ts'
import { refusals } from '../../kernel/problem.ts'
import { routes } from '../../kernel/serve.ts'
import type { Services } from '../../conversations/services.ts'
import { actingIn } from '../../audit/acting.routes.ts'

/** In seconds. Icons have addresses that change with what they show. */
const manifestAge = 300
const iconAge = 86_400

export const brandedAppRoutes = routes<typeof brandedApp, Services>(brandedApp, {
  publicBrandedApp: async ({ read, person, params, at, fail }) => {
    const found = await findBrandedApp(read, params.slug, at)
    if (!found || !(await maySeeApp(read, found, person))) throw fail('app_not_found')
    return { ...found, logoUrl: found.shownLogoUrl, agents: await listShownAgents(read, found) }
  },
})

export const brandedAppSettingRoutes = routes<typeof brandedAppSettings, Services>(brandedAppSettings, {
  brandedAppSettings: async ({ read, member }) => toSettings(await readBrandedApp(read, member.organizationId)),

  saveBrandedApp: async ({ read, member: { organizationId }, body, at, write, fail }) => {
    const isSaved = await write((tx) => saveBrandedApp(tx, organizationId, body, at)).catch(orTakenSlug)
    if (!isSaved) {
      const suggestion = await suggestFreeSlug(read, body.slug ?? '', at)
      throw fail('slug_taken', { field: 'slug', details: { suggestion } })
    }
    return toSettings(await readBrandedApp(read, organizationId))
  },

  uploadBrandedAppLogo: async ({ services, read, member, body }) => {
    const { organizationId } = member
    await uploadAppLogo(services, organizationId, Buffer.from(await body.image.arrayBuffer()))
    return toSettings(await readBrandedApp(read, organizationId))
  },

  grantBrandedApp: async (context) => {
    const { read, person, params, body, at, write, fail } = context
    const membership = await findMembership(read, person.id, Number(params.organizationId), true)
    if (!membership) throw fail('organization_not_found')
    const { organizationId, accountId } = membership
    await write(async (tx) => {
      if (body.isGranted) {
        await lockAccount(tx, accountId)
        await refuseGift(tx, actingIn(context), { accountId, cents: addOns.pwaSetupCents })
      }
      const before = { isAppGranted: await isPublishingGranted(tx, organizationId) }
      await setPublishingGrant(tx, organizationId, { ...body, grantedBy: person.id, at })
      const target = { kind: 'organization', id: organizationId } as const
      const after = { isAppGranted: body.isGranted }
      await recordAct(tx, actingIn(context), { action: 'organization.appGrant', target, before, after })
    })
    return toSettings(await readBrandedApp(read, organizationId))
  },
})

/** Of two organizations that want the same slug at once, one gets it (D138). */
function orTakenSlug(error: unknown): false {
  if (isTaken(error, 'organization_slug_key')) return false
  throw error
}

function toSettings(app: BrandedAppSettings): z.input<typeof brandedAppSettings.saveBrandedApp.answer> {
  return {
    ...app,
    customDomainStatus: app.customDomain === null ? null : 'on_request',
    offer: brandedAppSettings.brandedAppOffer,
  }
}

/**
 * Serves what a browser installs a published app from (S389, D139), outside of all sessions (D195). These requests carry
 * no cookie, so drafts have none.
 */
export function installationRoutes(app: FastifyInstance, { database, clock }: Services): void {
  const findPublished = async (slug: string) => {
    const found = await findBrandedApp(database.read, slug, clock.now())
    if (!found?.isPublished) throw refusals.notFound()
    return found
  }

  app.get<{ Params: { slug: string } }>(brandedApp.manifestPath(':slug'), async (request, reply) => {
    const found = await findPublished(request.params.slug)
    if (hasMoved(request, found)) return reply.redirect(brandedApp.manifestPath(found.slug), 302)
    const text = JSON.stringify(makeManifest({ ...found, iconVersion: iconVersionOf(found) }))
    reply.header('cache-control', `public, max-age=${manifestAge}`).type('application/manifest+json; charset=utf-8')
    return unlessKnown(request, reply, createHash('sha256').update(text).digest('base64url'), () => text)
  })

  for (const icon of brandedApp.appIcons) {
    app.get<{ Params: { slug: string } }>(brandedApp.iconPath(':slug', icon), async (request, reply) => {
      const found = await findPublished(request.params.slug)
      if (hasMoved(request, found)) return reply.redirect(brandedApp.iconPath(found.slug, icon), 302)
      reply.header('cache-control', `public, max-age=${iconAge}`).type('image/png')
      return unlessKnown(request, reply, `${iconVersionOf(found)}-${icon.name}`, async () =>
        drawIcon(await readIconSource(database.read, found), icon),
      )
    })
  }
}

function hasMoved({ params }: FastifyRequest<{ Params: { slug: string } }>, { slug }: FoundApp): boolean {
  return params.slug !== slug
}

/** Responds with 304 to clients that have this version, and to others with what is then made. */
async function unlessKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  version: string,
  make: () => string | Promise<Buffer>,
): Promise<FastifyReply> {
  const tag = `"${version}"`
  reply.header('etag', tag)
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.send(await make())
}

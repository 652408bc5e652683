import { centsToDollars, dollarsToCents } from '#contract/amounts.ts'
import { normalizeText } from '#contract/identity/typed-text.ts'
import * as organizationSettings from '#contract/organizations/settings.ts'
import { refuseChanged } from '../kernel/changed-meanwhile.ts'
import { findRegistration } from './orders/orders.ts'
import { readSettings } from './profiles.ts'
import { changeBranding, changeSettings, lockOrganization } from './organizations.ts'
import { changeAutoPurchase } from '../billing/auto-purchase/auto-purchase.flow.ts'
import { archive } from './status.flow.ts'
import { routes } from '../kernel/serve.ts'
import type { Services } from '../conversations/services.ts'

export const organizationSettingsRoutes = routes<typeof organizationSettings, Services>(organizationSettings, {
  organizationSettings: async ({ read, member }) => readSettings(read, member.organizationId),

  changeOrganizationSettings: async ({ member, body: { before, ...body }, at, write }) =>
    write(async (tx) => {
      const { websiteUrl, ...change } = body
      await lockOrganization(tx, member.organizationId)
      refuseChanged(before, await readSettings(tx, member.organizationId), body)
      await changeSettings(tx, member.organizationId, change, at)
      if (websiteUrl !== undefined) {
        await changeBranding(tx, member.organizationId, { websiteUrl: websiteUrl || null }, at)
      }
      return readSettings(tx, member.organizationId)
    }),

  changePoolAutoPurchase: async ({ services, read, member, body: { before, ...body }, fail }) => {
    // Package and price are those of the order; without one there is nothing to switch on.
    if (!(await findRegistration(read, { organizationId: member.organizationId }))) throw fail('no_package')
    const monthlyCapCents = body.monthlyCap === undefined ? undefined : dollarsToCents(body.monthlyCap)
    const change = { enabled: body.enabled, monthlyCapCents }
    await changeAutoPurchase(services, member.accountId, change, (now) =>
      refuseChanged(before, { enabled: now.enabled, monthlyCap: centsToDollars(now.monthlyCapCents) }, body),
    )
  },

  archiveOrganization: async ({ services, person, member, body, fail }) => {
    if (body.name !== normalizeText(member.name)) throw fail('wrong_name', { field: 'name' })
    await archive(services, member, person.id)
  },
})

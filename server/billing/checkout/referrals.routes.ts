import type { FastifyInstance } from 'fastify'
import * as referrals from '#contract/billing/referrals.ts'
import { findReferralCode, listReferrals, readRewardMinutes } from './referrals.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../services.ts'
import { siteUrl } from '../../kernel/site-url.ts'

export function referralRoutes(app: FastifyInstance, services: Services): void {
  const { config, database } = services
  serve(app, services, referrals, {
    referrals: async ({ person, request }) => {
      const rewardMinutes = await readRewardMinutes(database.read)
      if (rewardMinutes === 0) return { offer: null, referrals: [] }
      const code = await findReferralCode(database.read, person.id)
      const link = `${siteUrl(config, request)}/register?ref=${code}`
      return { offer: { rewardMinutes, code, link }, referrals: await listReferrals(database.read, person.id) }
    },
  })
}

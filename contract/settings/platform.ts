import * as z from 'zod/mini'
import { shownAddress } from '../identity/people.ts'
import { call } from '../call.ts'

/** The social sites that the footer can link to with an icon (D155). */
export const socialSites = ['linkedin', 'x', 'youtube'] as const
export type SocialSite = (typeof socialSites)[number]

export const publicConfig = call('GET /api/config', {
  who: 'anyone',
  summary: 'Returns the settings that the browser needs first: names, contact details, prices and modes.',
  answer: z.object({
    productName: z.string(),
    businessName: z.string(),
    payments: z.object({ mode: z.enum(['standin', 'stripe']), publishableKey: z.string() }),
    voice: z.object({ mode: z.enum(['standin', 'elevenlabs']) }),
    /** Whether any stand-in is in use; pages then show "Demo mode". */
    demo: z.boolean(),
    tagline: z.string(),
    hoursSavedText: z.string(),
    supportEmail: z.nullable(shownAddress),
    contactEmail: z.nullable(shownAddress),
    contactPhone: z.nullable(z.string()),
    /** Links to other sites; null hides the link (D154, D155). */
    communityUrl: z.nullable(z.string()),
    careersUrl: z.nullable(z.string()),
    socialLinks: z.partialRecord(z.enum(socialSites), z.string()),
    firstTimeBonusPercent: z.number(),
    /** The price of an unlock, in credits; 0 is free (D52). */
    unlockCostCredits: z.number(),
  }),
})

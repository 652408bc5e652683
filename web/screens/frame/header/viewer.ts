import type { Me } from '#contract/identity/people.ts'
import type { Standing } from './organization-access.ts'

/** The viewer of the page, as far as its frame needs it. */
export interface Viewer {
  /** Null if signed out, undefined until it is known. */
  user:
    | Pick<
        Me,
        | 'firstName'
        | 'role'
        | 'staffRole'
        | 'profileImageUrl'
        | keyof Standing
        | 'organizationName'
        | 'organizationCredits'
        | 'monthLeftSeconds'
        | 'creditBalance'
        | 'monthlyCredits'
        | 'purchasedCredits'
        | 'monthlyEndsAt'
        | 'unreadMessages'
      >
    | null
    | undefined
  /** Path of the screen. */
  path: string
  /** Whether any outside service is a stand-in. */
  demo: boolean
  onSignOut: () => void
}

export type SignedIn = NonNullable<Viewer['user']>

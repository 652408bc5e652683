import type { Me } from '#contract/identity/people.ts'
import type { Standing } from './organization-access.ts'

/** Who looks at the page, as far as its frame shows it. */
export interface Viewer {
  /** null: signed out; undefined: not known yet. */
  user:
    | Pick<
        Me,
        | 'firstName'
        | 'role'
        | 'profileImageUrl'
        | keyof Standing
        | 'organizationName'
        | 'organizationCredits'
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

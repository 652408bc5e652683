import type { Answer } from '#contract/call.ts'
import type { invitationPage } from '#contract/organizations/joining.ts'

/** What the link of an invitation shows. */
export type InvitationPage = Answer<typeof invitationPage>

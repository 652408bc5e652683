import type { Answer } from '#contract/call.ts'
import type { invitationPage } from '#contract/organizations/joining.ts'

/** What an invitation's link shows. */
export type InvitationPage = Answer<typeof invitationPage>

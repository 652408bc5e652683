import type { Answer } from '#contract/call.ts'
import { invitationPage } from '#contract/organizations/joining.ts'
import type { FakeServer } from '../../fake-server.ts'

/** What a mailed link to Acme Consulting shows; it is for memberMe's address and open for 14 days. */
export const mailed = {
  organization: {
    id: 100_001,
    name: 'Acme Consulting',
    industry: 'consulting',
    logoUrl: null,
    primaryColor: '#3730a3',
  },
  invitation: {
    title: 'Join Acme Consulting',
    description: 'You have been invited to use the AI agents of Acme Consulting.',
    expirationDate: '2026-12-04T08:00:00.000Z',
    role: 'member',
    isShared: false,
    maskedEmail: 'm***@example.com',
    invited: { email: 'mia.member@example.com', firstName: 'Mia', lastName: 'Mendel' },
    emailDomain: null,
  },
} satisfies Answer<typeof invitationPage>

export const secret = 'k3J9xQ2mV7sT1bWc8Zr4Yn6Lp0HdGfEaUiOoRtKq5Me'
export const path = `/join/${secret}`

/** The same for a link that many people may use. */
export const shared = {
  ...mailed.invitation,
  title: 'Open day',
  description: 'Come in.',
  isShared: true,
  maskedEmail: null,
  invited: null,
}

type Invitation = Answer<typeof invitationPage>['invitation']

export function serveInvitation(server: FakeServer, invitation: Invitation = mailed.invitation): void {
  server.answer(invitationPage, { ...mailed, invitation })
}

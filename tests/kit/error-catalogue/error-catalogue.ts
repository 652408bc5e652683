import { agentCatalogue } from './agent-catalogue.ts'
import { type CatalogueRow, row } from './catalogue-row.ts'

const startCall = 'POST /api/sessions'
const orderCall = 'POST /api/create-organization-payment-intent'
const signedOut = ['Unauthorized', 'You are logged out. Logging in again...'] as const
const tryAgain = 'Please try again.'

/**
 * The error catalogue: section 8 of the first specification and what the second adds for joining an organization and
 * for platform admins, completed by the record of decisions. Each row has its number in the acceptance list; `null`
 * means that the words are another's (the provider's, the server's) or that there are none.
 */
export const errorCatalogue = {
  S188: row('Missing Information', 'Please fill out all required fields.', 'A request lacks something', null),
  S191: row('Error', 'Please fill in both subject and message.', 'A message lacks something', null),
  S250: row(
    'Sign In Failed',
    'Please check your credentials and try again.',
    'Sign-in fails, the server says nothing',
    'POST /api/auth/login',
  ),
  S251: row(
    'Registration Failed',
    'Please try again with different information.',
    'Registration fails',
    'POST /api/auth/register',
  ),
  S252: row(
    'Payment Setup Failed',
    'Please try again or contact support.',
    'A payment cannot be opened',
    'POST /api/create-payment-intent',
  ),
  S253: row('Payment Failed', null, 'The provider refuses the card', null),
  S255: row(
    'Payment Processed',
    'Payment succeeded but credits may take a few minutes to appear.',
    'A bought package cannot be booked',
    'POST /api/process-payment-success',
  ),
  S256: row(
    'Failed to send reset email',
    'Please try again in a few minutes.',
    'The reset mail fails (D19)',
    'POST /api/auth/forgot-password',
  ),
  S258: row(
    'Invalid reset link',
    'This reset link is invalid or has expired',
    'The reset page has no token (D19)',
    null,
  ),
  S260: row('Failed to reset password', tryAgain, 'The new password is not saved', 'POST /api/auth/reset-password'),
  S261: row('Not Enough Credits', 'Add some credits to use your agent', 'The balance is short', startCall),
  S262: row('Connection Failed', 'Unable to start voice session. Please try again.', 'The start fails', startCall),
  S263: row(
    'Microphone Permission Required',
    'Please allow microphone access to use voice features.',
    'The microphone is denied',
    null,
  ),
  S264: row(
    'Microphone Error',
    'Could not access microphone. Please check permissions.',
    'The microphone cannot be opened',
    null,
  ),
  S265: row(
    'Connection Lost',
    'Voice connection was interrupted. Please try again.',
    'The socket closes unexpectedly',
    null,
  ),
  S266: row('Connection Error', 'Voice connection failed. Please try again.', 'The socket cannot be opened', null),
  S267: row(...signedOut, 'A call finds nobody signed in (D1)', 'POST /api/create-payment-intent'),
  S268: row(
    'Session Ended with Error',
    'Session ended but may not have been saved properly.',
    'The end cannot be saved',
    'PUT /api/user/sessions/:id/end',
  ),
  S269: row(
    'Error',
    'Failed to unlock agent. Please try again.',
    'An unlock fails',
    'POST /api/user/unlock-agent/:agentId',
  ),
  S270: row(
    'Setup Error',
    'Failed to initialize subscription payment. Please try again.',
    'A subscription cannot be opened (D161)',
    'POST /api/create-subscription-payment',
  ),
  S271: row('Logout failed', 'Failed to log out. Please try again.', 'Sign-out fails', 'POST /api/auth/logout'),
  S272: row('Signed out successfully', 'You have been logged out.', 'Sign-out works', 'POST /api/auth/logout'),
  S273: row(...signedOut, 'A request finds nobody signed in', 'POST /api/agent-requests'),
  S274: row('Error', 'Failed to submit request. Please try again.', 'A request fails', 'POST /api/agent-requests'),
  S275: row(
    'Request Submitted',
    "Thank you! We'll review your agent request and get back to you soon.",
    'A request is sent',
    'POST /api/agent-requests',
  ),
  S276: row(
    'Message Sent',
    'Your message has been sent to the admin team.',
    'A message is sent',
    'POST /api/user/communications',
  ),
  S277: row('Error', 'Failed to send message. Please try again.', 'A message fails', 'POST /api/user/communications'),
  S278: row(
    'Error',
    'Failed to mark message as read.',
    'The mark is not saved',
    'PATCH /api/user/communications/:id/read',
  ),
  S279: row('Error', 'Failed to delete message.', 'The deletion is not saved', 'DELETE /api/user/communications/:id'),
  S280: row('Marked as Read', null, 'A message is marked', 'PATCH /api/user/communications/:id/read'),
  S281: row('Message Deleted', null, 'A message is deleted', 'DELETE /api/user/communications/:id'),
  S282: row(
    'Settings Updated',
    'Auto-purchase settings have been saved.',
    'A setting is saved',
    'PATCH /api/account/auto-purchase',
  ),
  S283: row(
    'Failed to update settings',
    'No changes were saved. Please try again.',
    'A setting is not saved',
    'PATCH /api/account/auto-purchase',
  ),
  S284: row('Subscription Cancelled', null, 'The subscription is cancelled', 'POST /api/account/cancel-subscription'),
  S285: row(
    'Failed to cancel subscription',
    'Please try again or contact support.',
    'The provider does not take it',
    'POST /api/account/cancel-subscription',
  ),
  S520: row('Password Mismatch', 'Passwords do not match. Please try again.', 'Two passwords differ at setup', null),
  S525: row('Password Error', 'Passwords do not match', 'Two passwords differ at signup', null),
  S526: row('Password Error', 'Password must be at least 8 characters long', 'Too short at signup (D11)', null),
  S607: row(
    'Failed to create organization',
    'The organization was not created. Please try again.',
    'An organization cannot be stored',
    'POST /api/organizations',
  ),
  S608: row(
    'Failed to send invitation',
    tryAgain,
    'An invitation of the management page is not sent',
    'POST /api/organizations/:organizationId/invite',
  ),
  S609: row(
    'Failed to update branding',
    'No changes were saved. Please try again.',
    'How an organization looks cannot be stored',
    'PATCH /api/organizations/:organizationId/branding',
  ),
  S610: row(
    'Failed to remove agent',
    'The agent is still assigned. Please try again.',
    'An agent cannot be removed on the management page',
    'DELETE /api/organizations/:organizationId/agents/:id',
  ),
  S617: row(
    'Payment Setup Error',
    'Payment could not be initialized. Missing client secret.',
    'The provider opens a payment without its secret',
    orderCall,
  ),
  S618: row('Error', 'Failed to initialize payment', 'The payment of an organization cannot be opened', orderCall),
  S620: row('Payment Error', 'An unexpected error occurred', 'The provider fails while a card is charged', null),
  S621: row('Password Mismatch', 'Passwords do not match. Please try again.', 'Two passwords differ at setup', null),
  S622: row('Password Too Short', 'Password must be at least 8 characters long.', 'It is too short at setup', null),
  S623: row(
    'Setup Failed',
    'Failed to set up password. Please use the link in your e-mail.',
    'The first password is not saved (D105)',
    'POST /api/auth/update-temp-password',
  ),
  S624: row('Sign In Failed', 'Login failed after password setup', 'The new password fails', 'POST /api/auth/login'),
  S627: row(
    'Validation Failed',
    'Invalid organization ID or no pending invitation found',
    'A link does not open the organization to the address (D110)',
    'POST /api/auth/validate-organization',
  ),
  S628: row(
    'Registration Failed',
    'Failed to create account',
    'The account of an invited person is not created',
    'POST /api/auth/complete-organization-registration',
  ),
  S634: row(
    'Organization Created',
    'Choose a package to open it to your team.',
    'Somebody has made an organization',
    'POST /api/organizations',
  ),
  S635: row(
    'Invitation Sent',
    'The link in it works for 14 days.',
    'Somebody was invited on the management page',
    'POST /api/organizations/:organizationId/invite',
  ),
  S636: row(
    'Branding Updated',
    'Your team can see it now.',
    'An organization looks another way',
    'PATCH /api/organizations/:organizationId/branding',
  ),
  S637: row(
    'Agent Removed',
    'Members no longer see it.',
    'An agent was removed on the management page',
    'DELETE /api/organizations/:organizationId/agents/:id',
  ),
  S645: row('Validation Successful', null, 'An invitation is verified', 'POST /api/auth/validate-organization'),
  S646: row(
    'Account Created',
    "You're signed in.",
    'An invited person has registered',
    'POST /api/auth/complete-organization-registration',
  ),
  ...agentCatalogue,
} satisfies Record<string, CatalogueRow>

export type CatalogueId = keyof typeof errorCatalogue

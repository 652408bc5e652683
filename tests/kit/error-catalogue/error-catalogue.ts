/** The exact toast of a row of the error catalogue. */
interface CatalogueRow {
  title: string
  text: string | null
}

/**
 * The error catalogue: section 8 of the first specification and what the second adds for joining an organization and
 * for platform admins, completed by the record of decisions. Each row has its number in the acceptance list, which a
 * test must name (tests/proofs/ids.txt); `null` means that the words come from the provider or the server, or that
 * there are none.
 */
export const errorCatalogue = {
  S188: { title: 'Missing Information', text: 'Please fill out all required fields.' },
  S191: { title: 'Error', text: 'Please fill in both subject and message.' },
  S250: { title: 'Sign In Failed', text: 'Please check your credentials and try again.' },
  S251: { title: 'Registration Failed', text: 'Please try again with different information.' },
  S252: { title: 'Payment Setup Failed', text: 'Please try again or contact support.' },
  S253: { title: 'Payment Failed', text: null },
  S255: { title: 'Payment Processed', text: 'Payment succeeded but credits may take a few minutes to appear.' },
  S256: { title: 'Failed to send reset email', text: 'Please try again in a few minutes.' },
  S258: { title: 'Invalid reset link', text: 'This reset link is invalid or has expired' },
  S260: { title: 'Failed to reset password', text: 'Please try again.' },
  S261: { title: 'Not Enough Credits', text: 'Add some credits to use your agent' },
  S262: { title: 'Connection Failed', text: 'Unable to start voice session. Please try again.' },
  S263: { title: 'Microphone Permission Required', text: 'Please allow microphone access to use voice features.' },
  S264: { title: 'Microphone Error', text: 'Could not access microphone. Please check permissions.' },
  S265: { title: 'Connection Lost', text: 'Voice connection was interrupted. Please try again.' },
  S266: { title: 'Connection Error', text: 'Voice connection failed. Please try again.' },
  S267: { title: 'Unauthorized', text: 'You are logged out. Logging in again...' },
  S268: { title: 'Session Ended with Error', text: 'Session ended but may not have been saved properly.' },
  S269: { title: 'Error', text: 'Failed to unlock agent. Please try again.' },
  S270: { title: 'Setup Error', text: 'Failed to initialize subscription payment. Please try again.' },
  S271: { title: 'Logout failed', text: 'Failed to log out. Please try again.' },
  S272: { title: 'Signed out successfully', text: 'You have been logged out.' },
  S273: { title: 'Unauthorized', text: 'You are logged out. Logging in again...' },
  S274: { title: 'Error', text: 'Failed to submit request. Please try again.' },
  S275: { title: 'Request Submitted', text: "Thank you! We'll review your agent request and get back to you soon." },
  S276: { title: 'Message Sent', text: 'Your message has been sent to the admin team.' },
  S277: { title: 'Error', text: 'Failed to send message. Please try again.' },
  S278: { title: 'Error', text: 'Failed to mark message as read.' },
  S279: { title: 'Error', text: 'Failed to delete message.' },
  S280: { title: 'Marked as Read', text: null },
  S281: { title: 'Message Deleted', text: null },
  S282: { title: 'Settings Updated', text: 'Auto-purchase settings have been saved.' },
  S283: { title: 'Failed to update settings', text: 'No changes were saved. Please try again.' },
  S284: { title: 'Subscription Cancelled', text: null },
  S285: { title: 'Failed to cancel subscription', text: 'Please try again or contact support.' },
  S520: { title: 'Password Mismatch', text: 'Passwords do not match. Please try again.' },
  S525: { title: 'Password Error', text: 'Passwords do not match' },
  S526: { title: 'Password Error', text: 'Password must be at least 8 characters long' },
  S607: { title: 'Failed to create organization', text: 'The organization was not created. Please try again.' },
  S608: { title: 'Failed to send invitation', text: 'Please try again.' },
  S609: { title: 'Failed to update branding', text: 'No changes were saved. Please try again.' },
  S610: { title: 'Failed to remove agent', text: 'The agent is still assigned. Please try again.' },
  S617: { title: 'Payment Setup Error', text: 'Payment could not be initialized. Missing client secret.' },
  S618: { title: 'Error', text: 'Failed to initialize payment' },
  S620: { title: 'Payment Error', text: 'An unexpected error occurred' },
  S621: { title: 'Password Mismatch', text: 'Passwords do not match. Please try again.' },
  S622: { title: 'Password Too Short', text: 'Password must be at least 8 characters long.' },
  S623: { title: 'Setup Failed', text: 'Failed to set up password. Please use the link in your e-mail.' },
  S624: { title: 'Sign In Failed', text: 'Login failed after password setup' },
  S627: { title: 'Validation Failed', text: 'Invalid organization ID or no pending invitation found' },
  S628: { title: 'Registration Failed', text: 'Failed to create account' },
  S634: { title: 'Organization Created', text: 'Choose a package to open it to your team.' },
  S635: { title: 'Invitation Sent', text: 'The link in it works for 14 days.' },
  S636: { title: 'Branding Updated', text: 'Your team can see it now.' },
  S637: { title: 'Agent Removed', text: 'Members no longer see it.' },
  S645: { title: 'Validation Successful', text: null },
  S646: { title: 'Account Created', text: "You're signed in." },
  S532: { title: 'File too large', text: 'Please select an image under 5MB' },
  S533: { title: 'Invalid file type', text: 'Please select a JPG, JPEG, or PNG image' },
  S630: { title: 'Failed to upload image', text: null },
  S631: { title: 'Failed to create agent', text: 'The agent was not created. Please try again.' },
  S632: { title: 'Failed to add agent to organization', text: 'No changes were saved. Please try again.' },
  S652: { title: 'Agent created successfully', text: 'Synced with the voice provider.' },
  S653: { title: 'Agent updated successfully', text: 'Synced with the voice provider.' },
  S654: { title: 'Agent deleted successfully', text: 'It had no conversations to keep.' },
  S655: {
    title: 'Private agent created successfully with organization access',
    text: 'Synced with the voice provider.',
  },
  S656: { title: 'Image uploaded successfully', text: null },
} satisfies Record<string, CatalogueRow>

export type CatalogueId = keyof typeof errorCatalogue

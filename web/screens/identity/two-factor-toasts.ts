import { type Failure, notReached } from '#web/client/failure.ts'

const seenAgain = "We couldn't save that, so you may see this suggestion again."

/** Toasts about codes of an authenticator app (D27). */
export const twoFactorFailures = {
  signIn: { title: 'Sign In Failed', text: 'Please try again.', unreachable: notReached },
  turnOn: { title: 'Failed to turn on two-factor', text: 'No changes were saved. Please try again.' },
  turnOff: { title: 'Failed to turn off two-factor', text: "It's still on. Please try again." },
  newCodes: { title: 'Failed to make new codes', text: 'Your current codes still work. Please try again.' },
  notNow: { title: 'Not Saved', text: seenAgain, unreachable: seenAgain },
  copyCodes: {
    title: 'Copy Failed',
    text: "Your browser didn't allow it. Please download the codes or write them down.",
  },
  copyKey: { title: 'Copy Failed', text: "Your browser didn't allow it. Please select the key and copy it yourself." },
} as const satisfies Record<string, Failure>

export const twoFactorSuccesses = {
  turnedOn: { title: 'Two-Factor Is On', description: 'Now save your recovery codes.', tone: 'success' },
  turnedOff: { title: 'Two-Factor Is Off', tone: 'success' },
  codesCopied: { title: 'Codes Copied', description: 'Paste them where you keep your passwords.', tone: 'success' },
  keyCopied: { title: 'Key Copied', description: 'Paste it into your authenticator app.', tone: 'success' },
} as const

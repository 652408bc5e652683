import { type Failure, notReached } from '#web/client/failure.ts'

const seenAgain = "We couldn't save that, so you may see this suggestion again."

/** Toasts about codes of an authenticator app that no call has (D27). */
export const twoFactorFailures = {
  signIn: { title: 'Sign In Failed', text: 'Please try again.', unreachable: notReached },
  notNow: { title: 'Not Saved', text: seenAgain, unreachable: seenAgain },
  copyCodes: {
    title: 'Copy Failed',
    text: "Your browser didn't allow it. Please download the codes or write them down.",
  },
  copyKey: { title: 'Copy Failed', text: "Your browser didn't allow it. Please select the key and copy it yourself." },
} as const satisfies Record<string, Failure>

export const twoFactorSuccesses = {
  codesCopied: { title: 'Codes Copied', description: 'Paste them where you keep your passwords.', tone: 'success' },
  keyCopied: { title: 'Key Copied', description: 'Paste it into your authenticator app.', tone: 'success' },
} as const

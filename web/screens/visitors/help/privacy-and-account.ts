import { paths } from '#web/client/addresses/paths.ts'
import type { Topic } from './topic.ts'

export const privacyTopic: Topic = {
  id: 'your-words',
  title: 'Your words',
  questions: [
    {
      id: 'privacy',
      title: 'Who sees what I say?',
      answer: `Only you. Our voice provider processes your voice to make the conversation possible. If you talk through an organization, its admins see which agents you talked to and for how long, never what was said. See the [Privacy Policy](${paths.privacyPolicy()}).`,
      also: 'privacy private confidential recording recorded gdpr data',
    },
    {
      id: 'keep',
      title: 'What do I keep after a conversation?',
      answer:
        "The recap shows the duration, the minutes and the full transcript. Press Keep transcript to save it, visible only to you, for 90 days or as long as you choose. Unless you do that or set Luna to save every transcript, it isn't stored. Next steps that you add and notes that you keep stay without it.",
      also: 'transcript save text history',
    },
    {
      id: 'person',
      title: 'Am I talking to a person?',
      answer:
        'No. Every agent is an AI, and Luna says so before and during each conversation. Agents can be wrong, so check what matters before you act on it.',
      also: 'human robot artificial intelligence',
    },
    {
      id: 'when-listening',
      title: 'When does Luna use my microphone?',
      answer:
        'Only while a conversation is open, and only after you allow it. When you mute yourself, the agent hears silence. The microphone is released as soon as the conversation ends.',
      also: 'mic listening always on',
    },
  ],
}

export const accountTopic: Topic = {
  id: 'account',
  title: 'Account',
  questions: [
    {
      id: 'two-factor',
      title: 'How do I protect my account?',
      answer: `Turn on two-factor sign-in under [Profile & security](${paths.profile({ part: 'two-factor' })}). Signing in will then also ask for a code from an app on your phone.`,
      also: '2fa authenticator security',
    },
    {
      id: 'recovery-codes',
      title: 'I lost the phone with my codes.',
      answer: `When asked for the code, choose “Use a recovery code” and enter one of the ten you saved. Then turn two-factor sign-in off and on again with your new phone. No codes left? [Contact Support](${paths.contact()}).`,
      also: '2fa locked out backup',
    },
    {
      id: 'password',
      title: 'I forgot my password.',
      answer: `Ask for a link at [Forgot your password](${paths.forgotPassword()}). It works once, for one hour. Check your spam folder if it doesn't arrive.`,
      also: 'reset sign in log in login',
    },
    {
      id: 'export',
      title: 'Can I download my data?',
      answer: `Yes, under [Profile & security](${paths.profile({ part: 'export' })}). It takes up to 10 minutes, and the link then works for 24 hours.`,
      also: 'export copy gdpr',
    },
    {
      id: 'delete-account',
      title: 'How do I delete my account?',
      answer: `Under [Profile & security](${paths.profile()}), press Delete Account and enter your password. You are signed out at once. Sign in within 7 days to take it back; after that your personal data is erased, and records of payments stay without your name.`,
      also: 'remove close erase data',
    },
  ],
}

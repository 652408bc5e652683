import type { Topic } from './topic.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { platformAccess, monthlyCap } from '#contract/billing/prices.ts'
import { formatCents, minutesText } from '#contract/amounts.ts'

const organizationTopic: Topic = {
  id: 'organizations',
  title: 'Organizations',
  questions: [
    {
      id: 'for-teams',
      title: 'How does Luna work for a team?',
      answer: `An organization has its own people, agents and app, and one pool of minutes that everybody shares. [Luna for organizations](${paths.organizationInfo()}) shows what you get and calculates your price.`,
      also: 'company business enterprise pool',
    },
    {
      id: 'invitations',
      title: 'My company invited me. Where do I go?',
      answer:
        "Open the link in your invitation and follow the steps. Invitations by email work for 14 days. Can't find the email, or has it expired? Ask the person who invited you to send it again.",
      also: 'invite join link member expired invitation',
    },
    {
      id: 'seats',
      title: 'What happens when all seats are taken?',
      answer:
        'Nobody else can join until there is room. The admins of the organization can change the number of seats under Billing: added seats are charged for the full month at once, removed ones end at the next renewal.',
      also: 'seat users limit add people',
    },
    {
      id: 'pool',
      title: 'Who pays for my minutes at work?',
      answer:
        "Your organization's pool, never your own balance. If you need more, press Request minutes to ask its admins. They may also set a monthly limit for each person.",
      also: 'shared balance budget credits',
    },
    {
      id: 'auto-refill',
      title: 'What is Auto-refill?',
      answer:
        "It buys the organization's minute package again when fewer than 30 minutes are left in the pool. The price and the monthly limit are shown at checkout. Admins can turn it off at any time, change the limit, and get an email about every purchase.",
      also: 'automatic top up pool',
    },
    {
      id: 'leave',
      title: 'How do I leave an organization?',
      answer:
        "Press Leave Organization on its page. You lose access to its agents and minutes right away, and need a new invitation to come back. Your past conversations stay there. The last admin can't leave.",
      also: 'quit remove',
    },
  ],
}

const talkingTopic: Topic = {
  id: 'talking',
  title: 'Talking',
  questions: [
    {
      id: 'start',
      title: 'How do I start a conversation?',
      answer: `Open the [Marketplace](${paths.marketplace()}), choose an agent and press Use This Agent. Allow the microphone when your browser asks, then press Start and talk as you would on the phone.`,
    },
    {
      id: 'hear-first',
      title: 'Can I hear an agent before I pay?',
      answer: `Yes. Press the play button on an agent's picture to hear its greeting, or open the agent's page to hear a sample conversation. You don't need an account, and listening is never charged.`,
      also: 'listen try sample demo voice free trial',
    },
    {
      id: 'interrupt',
      title: 'Can I interrupt the agent?',
      answer: 'Yes, just speak. It stops within a moment and listens. You can also type a message at any time.',
    },
    {
      id: 'microphone',
      title: "The agent can't hear me. What can I do?",
      answer:
        "Watch the ring around the agent's picture while you speak. If it doesn't move, the wrong microphone is selected or your browser isn't allowed to use it. Choose another microphone in the settings of the conversation, or allow it in your browser's address bar and start again. The sound check in the same settings tests your microphone, speaker and connection.",
      also: 'mic headset mute permission denied blocked sound audio',
    },
    {
      id: 'keys',
      title: 'Are there keyboard shortcuts?',
      answer:
        'During a conversation, M mutes and unmutes, T opens the field for typing, Esc closes the transcript, or the conversation after asking, and ? shows the list. With push to talk, hold Space while you speak. If you use speech control, you can turn off the single keys in that list.',
      also: 'spacebar hotkeys keys night room push-to-talk',
    },
    {
      id: 'connection',
      title: 'What happens if my connection drops?',
      answer:
        "Luna tries to reconnect for up to 10 seconds, and the time in which nothing reaches you isn't counted. If it can't reconnect, the conversation ends, and Resume starts a new one that remembers the last turns.",
      also: 'internet lost offline wifi disconnected reconnecting',
    },
    {
      id: 'two-tabs',
      title: 'Can I talk in two tabs at once?',
      answer:
        'No, one conversation at a time. If you start a second one, Luna offers to end the first and start in the new place.',
      also: 'devices phone second',
    },
    {
      id: 'length',
      title: 'How long can a conversation be?',
      answer:
        'Usually up to 2 hours, as long as you have minutes. After 3 minutes of silence Luna asks if you are still there, and ends the conversation 30 seconds later if nobody answers.',
      also: 'limit maximum idle silence',
    },
  ],
}

const minutesTopic: Topic = {
  id: 'minutes',
  title: 'Minutes',
  questions: [
    {
      id: 'counting',
      title: 'How are minutes counted?',
      answer:
        'One credit is one minute with every agent. Talk time is charged by the second and rounded down, from the moment the agent joins until the conversation ends. 61 seconds cost 61 seconds, not two minutes.',
      also: 'charge charged billing credits price per minute',
    },
    {
      id: 'not-charged',
      title: 'What is not charged?',
      answer:
        'Conversations under 10 seconds, waiting in line while all agents are busy, conversations in which the agent never spoke, and the time in which your connection was down. You find these conversations under “Not charged”, with the reason. Greetings and samples are free, too.',
      also: 'free failed error queue waiting',
    },
    {
      id: 'order',
      title: 'Which minutes are used first?',
      answer: `The ${platformAccess.monthlyMinutes} that come with each month of platform access, because they end with the month. Then the minutes you bought, which never expire.`,
      also: 'expire rollover roll over monthly purchased',
    },
    {
      id: 'running-out',
      title: 'What happens if my minutes run out during a conversation?',
      answer:
        'Luna warns you at 2 minutes and again at 30 seconds. At zero the conversation ends, and your balance never goes negative. If you buy minutes in the meantime, they count right away.',
      also: 'zero empty balance low',
    },
    {
      id: 'auto-purchase',
      title: 'Can Luna buy minutes for me?',
      answer: `Only if you turn on auto-purchase. Under [Account](${paths.account()}) you choose the package, the balance at which it is bought, and the most it may spend in a month. We email you about every purchase. A declined charge is tried again a day later, and after three declines in a row auto-purchase turns itself off.`,
      also: 'auto purchase top up automatic refill recurring',
    },
    {
      id: 'statement',
      title: 'Where can I see every second I was charged for?',
      answer: `Under [Minutes](${paths.minutes()}): every purchase, conversation and correction, with the balance before and after.`,
      also: 'statement ledger history usage',
    },
  ],
}

const access = formatCents(platformAccess.priceCents)

const payingTopic: Topic = {
  id: 'paying',
  title: 'Paying',
  questions: [
    {
      id: 'price',
      title: 'What does Luna cost?',
      answer: `Platform access is ${access} a month and includes ${minutesText(platformAccess.monthlyMinutes)}. If you need more, buy a one-time package; see the [prices](/#pricing).`,
      also: 'plan package subscription how much',
    },
    {
      id: 'renewals',
      title: 'When does my subscription renew?',
      answer: `Every month, on the day shown under [Account](${paths.account()}). You pay ${access}, and your monthly minutes start again at ${platformAccess.monthlyMinutes}; what was left of the old ones lapses. Packages never renew by themselves.`,
      also: 'renewal renew monthly date charge',
    },
    {
      id: 'failed-payment',
      title: 'My payment failed. Do I lose access?',
      answer:
        'Not right away. After a failed renewal everything keeps working for 7 more days, and a banner shows how to pay and by when. You keep your purchased minutes in any case.',
      also: 'declined card past due grace',
    },
    {
      id: 'missing-minutes',
      title: "I paid, but my minutes haven't arrived.",
      answer:
        "They usually appear within seconds, but the payment provider can take a few minutes. Nothing is lost, and there's no need to pay again: we credit every payment exactly once and check with the provider every hour.",
      also: 'pending missing credits not received',
    },
    {
      id: 'refunds',
      title: 'Can I get a refund?',
      answer: `Fees are non-refundable except where required by law. If a payment was made by mistake or a conversation failed through our fault, [write to us](${paths.contact()}) and we'll look into it. A refund takes back what is left of the minutes that the payment bought. See the [Terms of Use](${paths.termsOfService()}).`,
      also: 'money back return reimburse dispute chargeback',
    },
    {
      id: 'receipts',
      title: 'Where are my receipts?',
      answer: `Under [Account](${paths.account()}), Transaction History: each payment has its own printable receipt, and you can download the list. You can open your receipts even after your access has ended.`,
      also: 'invoice tax download csv',
    },
    {
      id: 'cancel',
      title: 'How do I cancel?',
      answer: `Under [Account](${paths.account()}), press Cancel Subscription. You keep access until the end of the period you paid for, and you can resume until then. Your purchased minutes are kept and can be used again when you come back.`,
      also: 'stop end unsubscribe quit',
    },
    {
      id: 'spending-limit',
      title: 'Can I limit what auto-purchase spends?',
      answer: `Yes. You set a monthly limit when you turn it on: ${formatCents(monthlyCap.defaultCents)} unless you change it, and never more than ${formatCents(monthlyCap.maxCents)}. A purchase that would exceed it is not made.`,
      also: 'cap budget maximum auto purchase',
    },
  ],
}

const privacyTopic: Topic = {
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

const accountTopic: Topic = {
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

/** In the order in which people meet the questions. */
export const topics: readonly Topic[] = [
  talkingTopic,
  minutesTopic,
  payingTopic,
  organizationTopic,
  privacyTopic,
  accountTopic,
]

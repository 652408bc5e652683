import { payingTopic } from './paying.ts'
import { accountTopic, privacyTopic } from './privacy-and-account.ts'
import { minutesTopic, talkingTopic } from './talking.ts'
import type { Topic } from './topic.ts'
import { paths } from '#web/client/addresses/paths.ts'

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

/** In the order in which people meet the questions. */
export const topics: readonly Topic[] = [
  talkingTopic,
  minutesTopic,
  payingTopic,
  organizationTopic,
  privacyTopic,
  accountTopic,
]

import { platformAccess } from '#contract/billing/prices.ts'
import { formatCents, minutesText } from '#contract/amounts.ts'
import { poolAutoPurchaseBelowMinutes } from '#contract/organizations/prices.ts'
import { LegalText } from './legal-text.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { TextLink } from '#web/kit/text-link.tsx'

const accessPrice = formatCents(platformAccess.priceCents)

/** Terms of Use (S326-S329, D158). */
export default function TermsOfService() {
  return (
    <LegalText
      title="Terms of Use"
      intro="These terms are the agreement between you and Luna. They say what you get, what you pay, and what we expect of each other. By creating an account or paying you accept them."
      sections={sections}
    />
  )
}

const sections = [
  {
    title: 'Who may use Luna',
    text: (
      <p>
        You must be at least 18 years old. You may use Luna for yourself, or for an organization you are authorized to
        represent. Your account details must be accurate, and you must keep your password to yourself.
      </p>
    ),
  },
  {
    title: 'What Luna is',
    text: (
      <>
        <p>
          Luna lets you hold live spoken conversations with AI agents. An agent is software, not a person. The voice
          technology comes from a third-party voice provider, and your conversations pass through its service.
        </p>
        <p>
          Agents can be wrong. What they say is general information, not legal, medical, tax or financial advice. Check
          what matters before you act on it.
        </p>
      </>
    ),
  },
  {
    title: 'Subscription and renewal',
    text: (
      <>
        <p>
          Platform access costs {accessPrice} a month and includes{' '}
          <span>{minutesText(platformAccess.monthlyMinutes)}</span> of conversation each month. Monthly minutes you do
          not use expire at the end of that month.
        </p>
        <p>
          Subscriptions auto-renew: the price is charged every month to your saved payment method until you cancel. You
          can cancel at any time under Account. Your access then lasts until the end of the period you have paid for.
        </p>
        <p>
          Organization plans renew monthly in the same way, at the amounts shown when they were ordered. They include
          refills: when fewer than <span>{minutesText(poolAutoPurchaseBelowMinutes)}</span> remain in the pool, we
          charge the saved payment method for more minutes, at the price and up to the monthly limit shown at the
          checkout. Refills are on unless you turn them off at the checkout. An admin of the organization can change the
          limit or turn them off at any time under Settings.
        </p>
        <p>
          For your own account, more minutes are bought automatically only if you turned that on, up to the monthly
          limit shown there.
        </p>
      </>
    ),
  },
  {
    title: 'Minute packages',
    text: (
      <p>
        Packages are bought once and add minutes to your balance. One credit is one minute. Purchased minutes never
        expire, but you need active platform access to use them. Conversations are charged by the second, from monthly
        minutes first.
      </p>
    ),
  },
  {
    title: 'Fees and refunds',
    text: (
      <p>
        Fees are non-refundable except where required by law. If a payment was made by mistake or a conversation failed
        through our fault, <TextLink href={paths.contact()}>write to us</TextLink> and we'll look into it.
      </p>
    ),
  },
  {
    title: 'Fair use',
    text: (
      <p>
        Do not use Luna to break the law, to harm or deceive people, to record others without their consent, to copy the
        agents, or to get around limits and payment. We may suspend an account that does.
      </p>
    ),
  },
  {
    title: 'Your content',
    text: (
      <p>
        What you say stays yours. You allow us to process it as far as needed to run the service. How we handle personal
        data is described in our <TextLink href={paths.privacyPolicy()}>Privacy Policy</TextLink>.
      </p>
    ),
  },
  {
    title: 'Availability and liability',
    text: (
      <p>
        We work to keep Luna available around the clock, but it is provided as is, without any promise that it is free
        of errors or interruptions. To the extent the law allows, our liability is limited to what you paid in the
        twelve months before the event.
      </p>
    ),
  },
  {
    title: 'Changes and ending',
    text: (
      <p>
        We may change these terms. We will tell you before any change that matters takes effect. If you do not agree,
        you can cancel. You can close your account at any time.
      </p>
    ),
  },
  {
    title: 'Governing law',
    text: (
      <p>The law of the State of Utah, United States, governs these terms, excluding its conflict-of-laws rules.</p>
    ),
  },
]

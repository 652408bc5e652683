import { formatCents, minutesText } from '#contract/amounts.ts'
import { combinedPriceCents, packages, platformAccess } from '#contract/billing/prices.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { LandingSection } from './section.tsx'
import { Questions, type Question } from '../questions.tsx'

const access = formatCents(platformAccess.priceCents)
const { uplift } = packages

const questions: readonly Question[] = [
  {
    title: 'What do I need to start?',
    answer: "An up-to-date browser and a microphone. There's nothing to install, on a computer or a phone.",
  },
  {
    title: 'What do I pay today, and what do I pay later?',
    answer: `Today you pay for the package you choose and the first month of platform access: with ${uplift.name}, that's ${formatCents(combinedPriceCents('uplift'))} for ${minutesText(uplift.minutes + platformAccess.monthlyMinutes)}. Then ${access} a month, including ${minutesText(platformAccess.monthlyMinutes)}, until you cancel. You only pay for more minutes when you buy them.`,
  },
  {
    title: 'Do minutes expire?',
    answer: `The minutes you buy never do. The ${platformAccess.monthlyMinutes} that come with each month of platform access last for that month and are used first. Talking needs active platform access.`,
  },
  {
    title: 'Can I really cancel anytime?',
    answer:
      'Yes, with one button in your account. You keep access until the end of the month you paid for, and the minutes you bought are still there if you come back.',
  },
  {
    title: 'Am I talking to a person?',
    answer:
      'No. Every agent is an AI, and the dialog says so. Agents can be wrong, so check what matters before you act on it.',
  },
  {
    title: 'Who can hear or read my conversations?',
    answer: (
      <>
        Your voice goes to our voice provider, which turns it into text and speaks the answer. We keep the text only if
        you press Keep. The <TextLink href={paths.privacyPolicy()}>Privacy Policy</TextLink> has the details.
      </>
    ),
  },
  {
    title: 'What are premium agents?',
    answer:
      'Agents that you unlock once, with one click in the marketplace. From then on you can talk to them like any other agent.',
  },
  {
    title: 'Can my team use Luna?',
    answer: (
      <>
        Yes: one pool of minutes, agents you assign, and agents built for your company. See{' '}
        <TextLink href={paths.organizationInfo()}>Luna for organizations</TextLink>.
      </>
    ),
  },
]

/** What people ask before they pay. */
export function LandingQuestions() {
  return (
    <LandingSection id="questions" title="Good questions" raised>
      <Questions questions={questions} level={3} columns />
      <p className="mt-10 text-lg text-muted">
        Something else? The <TextLink href={paths.help()}>Help Center</TextLink> has more answers, and you can always{' '}
        <TextLink href={paths.contact()}>ask us</TextLink>.
      </p>
    </LandingSection>
  )
}

import { formatCents } from '#contract/amounts.ts'
import { platformAccess } from '#contract/billing/prices.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { Questions, type Question } from './questions.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { TextLink } from '#web/kit/text-link.tsx'

const access = formatCents(platformAccess.priceCents)

/** /help: short answers, in the order in which people meet the questions (D155). */
export default function Help() {
  return (
    <Page
      title="Help Center"
      description="Short answers about talking, minutes, payments and your account."
      width="prose"
    >
      <nav aria-label="Topics" className="flex flex-wrap gap-x-5 gap-y-2 text-lg">
        {topics.map(({ id, title }) => (
          <TextLink key={id} href={`#${id}`}>
            {title}
          </TextLink>
        ))}
      </nav>
      {topics.map(({ id, title, questions }) => (
        <section key={id} id={id} className="mt-12">
          <h2 className="text-2xl font-semibold tracking-[-0.02em]">{title}</h2>
          <div className="mt-2">
            <Questions questions={questions} level={3} />
          </div>
        </section>
      ))}
      <p className="mt-12 text-lg">
        Still stuck? <TextLink href={paths.contact()}>Contact Support</TextLink>, or check the{' '}
        <TextLink href={paths.status()}>System Status</TextLink> page.
      </p>
    </Page>
  )
}

const talking: readonly Question[] = [
  {
    title: 'How do I start a conversation?',
    answer: (
      <>
        Open the <TextLink href={paths.marketplace()}>Marketplace</TextLink>, choose an agent and press Use This Agent.
        Allow the microphone when your browser asks, then press Start and talk as you would on the phone.
      </>
    ),
  },
  {
    title: 'Can I interrupt the agent?',
    answer: 'Yes, just speak. It stops within a moment and listens. You can also type a message at any time.',
  },
  {
    title: "The agent can't hear me. What can I do?",
    answer:
      "Watch the level in the dialog while you speak. If it doesn't move, the wrong microphone is selected or your browser isn't allowed to use it. Choose another one in the dialog's settings, or allow the microphone in the address bar and start again.",
  },
  {
    title: 'What happens if my connection drops?',
    answer:
      "Luna tries to reconnect for up to 10 seconds, and that time isn't counted. If it can't, the conversation ends, and Resume starts a new one that remembers the last turns.",
  },
  {
    title: 'What do I keep after a conversation?',
    answer:
      'The recap shows the duration, the minutes and the full transcript. Press Keep transcript to save it, visible only to you, for 90 days or as long as you choose. Unless you do that or set Luna to save every transcript, nothing is stored.',
  },
]

const minutes: readonly Question[] = [
  {
    title: 'How are minutes counted?',
    answer:
      'One credit is one minute, charged by the second and rounded down, from the moment the agent joins until the conversation ends. Conversations under 10 seconds are free.',
  },
  {
    title: 'Which minutes are used first?',
    answer: `The ${platformAccess.monthlyMinutes} that come with the month, because they end with it. Then the minutes you bought, which never expire.`,
  },
  {
    title: 'What happens if my minutes run out during a conversation?',
    answer:
      'Luna warns you at 2 minutes and again at 30 seconds. At zero the conversation ends, and your balance never goes negative. If you buy minutes in the meantime, they count right away.',
  },
  {
    title: 'Can Luna buy minutes for me?',
    answer: (
      <>
        Only if you turn it on. Under <TextLink href={paths.account()}>Account</TextLink> you choose the package, the
        threshold and a monthly limit, and we email you about every purchase.
      </>
    ),
  },
]

const paying: readonly Question[] = [
  {
    title: 'What does Luna cost?',
    answer: (
      <>
        Platform access is {access} a month and includes {platformAccess.monthlyMinutes} minutes. If you need more, buy
        a one-time package; see the{' '}
        <a href="/#pricing" className="text-link underline underline-offset-2">
          prices
        </a>
        .
      </>
    ),
  },
  {
    title: 'My payment failed. Do I lose access?',
    answer:
      'Not right away. After a failed renewal everything keeps working for 7 more days, and a banner shows how to pay and by when. You keep your purchased minutes in any case.',
  },
  {
    title: "I paid, but my minutes haven't arrived.",
    answer:
      "They usually appear within seconds, but the payment provider can take a few minutes. Nothing is lost, and there's no need to pay again: we credit every payment exactly once and check with the provider every hour.",
  },
  {
    title: 'Where are my receipts?',
    answer: (
      <>
        Under <TextLink href={paths.account()}>Account</TextLink>, Transaction History: each payment has its own
        printable receipt.
      </>
    ),
  },
  {
    title: 'How do I cancel?',
    answer: (
      <>
        Under <TextLink href={paths.account()}>Account</TextLink>, press Cancel Subscription. You keep access until the
        end of the period you paid for. Fees are non-refundable; see the{' '}
        <TextLink href={paths.termsOfService()}>Terms of Use</TextLink>.
      </>
    ),
  },
]

const account: readonly Question[] = [
  {
    title: 'How do I protect my account?',
    answer: (
      <>
        Turn on two-factor sign-in under{' '}
        <TextLink href={paths.profile({ part: 'two-factor' })}>Profile &amp; security</TextLink>. Signing in will then
        also ask for a code from an app on your phone.
      </>
    ),
  },
  {
    title: 'I lost the phone with my codes.',
    answer: (
      <>
        When asked for the code, choose “Use a recovery code” and enter one of the ten you saved. Then turn two-factor
        sign-in off and on again with your new phone. No codes left?{' '}
        <TextLink href={paths.contact()}>Contact Support</TextLink>.
      </>
    ),
  },
  {
    title: 'I forgot my password.',
    answer: (
      <>
        Ask for a link at <TextLink href={paths.forgotPassword()}>Forgot your password</TextLink>. It works once, for
        one hour. Check your spam folder if it doesn't arrive.
      </>
    ),
  },
  {
    title: 'My company invited me. Where do I go?',
    answer: (
      <>
        Open the link in your invitation and follow the steps. Can't find the email? Ask the person who invited you to
        send it again. <TextLink href={paths.organizationInfo()}>Luna for organizations</TextLink> explains how it
        works.
      </>
    ),
  },
  {
    title: 'Who sees what I say?',
    answer: (
      <>
        Only you. Our voice provider processes your voice to make the conversation possible. If you talk through an
        organization, its admins see which agents you talked to and for how long, never what was said. See the{' '}
        <TextLink href={paths.privacyPolicy()}>Privacy Policy</TextLink>.
      </>
    ),
  },
]

const topics = [
  { id: 'talking', title: 'Talking', questions: talking },
  { id: 'minutes', title: 'Minutes', questions: minutes },
  { id: 'paying', title: 'Paying', questions: paying },
  { id: 'account', title: 'Account', questions: account },
]

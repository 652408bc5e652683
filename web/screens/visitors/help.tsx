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
        Not answered? <TextLink href={paths.contact()}>Contact Support</TextLink>, or look whether everything runs on
        the <TextLink href={paths.status()}>System Status</TextLink> page.
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
    title: 'The agent does not hear me. What can I do?',
    answer:
      'Look at the level in the dialog: when it does not move while you speak, another microphone is chosen or the browser was not allowed to use it. Open the settings in the dialog to choose another one, or allow the microphone in the address bar and start again.',
  },
  {
    title: 'What happens when my connection breaks?',
    answer:
      'Luna tries to come back for up to 10 seconds, and that time is not counted. If it cannot, the conversation ends and Resume starts a new one that knows the last turns.',
  },
  {
    title: 'What do I keep after a conversation?',
    answer:
      'The recap shows duration, minutes and the whole text. Press Keep transcript and it is saved for you alone, for 90 days unless you choose otherwise. Without the press, or your own setting to keep every one, nothing of it is stored.',
  },
]

const minutes: readonly Question[] = [
  {
    title: 'How are minutes counted?',
    answer:
      'One credit is one minute, charged by the second and rounded down, from the moment the agent is there until the conversation ends. Conversations under 10 seconds cost nothing.',
  },
  {
    title: 'Which minutes are used first?',
    answer: `The ${platformAccess.monthlyMinutes} of the month, because they end with it. Then the minutes you bought, which never expire.`,
  },
  {
    title: 'What happens when my minutes run out in the middle of a talk?',
    answer:
      'You are told when 2 minutes are left, and again at 30 seconds. At zero the conversation ends; your balance never goes below it. Minutes you buy meanwhile count at once.',
  },
  {
    title: 'Can Luna buy minutes for me?',
    answer: (
      <>
        Only if you switch it on. Under <TextLink href={paths.account()}>Account</TextLink> you choose the package, the
        threshold and the most it may spend in a month, and every purchase sends you a mail.
      </>
    ),
  },
]

const paying: readonly Question[] = [
  {
    title: 'What does Luna cost?',
    answer: (
      <>
        Platform access is {access} a month and includes {platformAccess.monthlyMinutes} minutes. Packages of more
        minutes are bought once; see the{' '}
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
      'Not at once. After a failed renewal everything works for 7 more days, and a banner shows until when and how to pay. Bought minutes are kept in any case.',
  },
  {
    title: 'I paid, but the minutes are not there.',
    answer:
      'They usually appear within seconds; sometimes the payment provider takes a few minutes. Nothing is lost and you need not pay again: every payment is credited exactly once, and compared with the provider every hour.',
  },
  {
    title: 'Where are my receipts?',
    answer: (
      <>
        Under <TextLink href={paths.account()}>Account</TextLink>, Transaction History: each payment has its own receipt
        that you can print.
      </>
    ),
  },
  {
    title: 'How do I cancel?',
    answer: (
      <>
        Under <TextLink href={paths.account()}>Account</TextLink>, press Cancel Subscription. You keep access until the
        end of the period you paid for. Fees are non-refundable; the{' '}
        <TextLink href={paths.termsOfService()}>Terms of Use</TextLink> say more.
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
        <TextLink href={paths.profile({ part: 'two-factor' })}>Profile &amp; security</TextLink>: signing in then also
        asks for a code of an app on your phone.
      </>
    ),
  },
  {
    title: 'I lost the phone with my codes.',
    answer: (
      <>
        At the code, choose “Use a recovery code” and enter one of the ten that you kept. Then turn two-factor sign-in
        off and on again with your new phone. No codes left? <TextLink href={paths.contact()}>Contact Support</TextLink>
        .
      </>
    ),
  },
  {
    title: 'I forgot my password.',
    answer: (
      <>
        Ask for a link at <TextLink href={paths.forgotPassword()}>Forgot your password</TextLink>. It works once and for
        one hour. Look into the spam folder when it does not come.
      </>
    ),
  },
  {
    title: 'I was invited by my company. Where do I go?',
    answer: (
      <>
        Open the link in your invitation, it leads you on. Without the mail, ask whoever invited you to send it again;{' '}
        <TextLink href={paths.organizationInfo()}>Luna for organizations</TextLink> says how it works.
      </>
    ),
  },
  {
    title: 'Who sees what I say?',
    answer: (
      <>
        You. Our voice provider processes your voice to make the conversation possible. If you talk through an
        organization, its admins see with whom and how long you talked, never the words. See the{' '}
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

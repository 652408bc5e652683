import { LegalText } from './legal-text.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { TextLink } from '#web/kit/text-link.tsx'

/** Privacy Policy (S325, D158). */
export default function PrivacyPolicy() {
  return (
    <LegalText
      title="Privacy Policy"
      intro="This page explains what data Luna collects, why, who else handles it, and what you can do about it. We collect what the service needs and do not sell personal data."
      sections={sections}
    />
  )
}

const sections = [
  {
    title: 'What we collect',
    text: (
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>
          Account data: your name, email address, a hash of your password, your settings, and, if you use two-factor
          sign-in, its encrypted secret.
        </li>
        <li>Usage: which agents you talk to, when, and for how many seconds, so that minutes are charged correctly.</li>
        <li>Conversations: your voice while you talk, and the text made from it.</li>
        <li>
          Payments: what you bought and when. Card numbers go straight to the payment provider; we never see or store
          them.
        </li>
        <li>Technical data: your IP address, browser type and errors, to keep the service safe and working.</li>
      </ul>
    ),
  },
  {
    title: 'Voice conversations',
    text: (
      <>
        <p>
          The voice technology comes from a third-party voice provider. While you talk, your voice is sent to that
          provider, which turns it into text, creates the answer and speaks it. The provider may record and process
          conversations under its own terms.
        </p>
        <p>
          You always talk with an AI agent, not with a person. The microphone is used only while a conversation is open,
          and only after you allow it.
        </p>
      </>
    ),
  },
  {
    title: 'Why we use it',
    text: (
      <p>
        To run conversations, to charge minutes and payments, to answer you, to prevent abuse, and to meet legal
        obligations. We do not use your conversations for advertising.
      </p>
    ),
  },
  {
    title: 'Who else handles it',
    text: (
      <p>
        The voice provider, the card payment provider, and the services that host Luna and send its email. Each gets
        only what it needs to do its part. If you use Luna through an organization, its administrators see who talked
        with which agent and for how long, but not what was said.
      </p>
    ),
  },
  {
    title: 'Cookies and storage',
    text: (
      <p>
        One cookie keeps you signed in. Two more are set only when needed: for ten minutes while you sign in with a
        code, and for two weeks after you registered an organization. Your browser also remembers your chosen theme.
        There are no ads and no tracking across sites.
      </p>
    ),
  },
  {
    title: 'How long we keep it',
    text: (
      <p>
        Account data as long as the account exists; the text of a conversation only if you keep it, for as many days as
        you choose; records of payments and minutes as long as the law requires. Personal data is erased seven days
        after you delete your account, except for those records, which stay without your name.
      </p>
    ),
  },
  {
    title: 'Your choices',
    text: (
      <p>
        You can correct, export and delete your data yourself under{' '}
        <TextLink href={paths.profile()}>Profile &amp; security</TextLink>. Depending on where you live, the law may
        give you further rights. <TextLink href={paths.contact()}>Write to us</TextLink>, and we'll reply within 30
        days.
      </p>
    ),
  },
  {
    title: 'Children',
    text: <p>Luna is for people who are 18 or older. We do not knowingly collect data about anyone younger.</p>,
  },
  {
    title: 'Changes',
    text: (
      <p>
        When this policy changes, we update the date above, and we tell you before any change that matters. Our{' '}
        <TextLink href={paths.termsOfService()}>Terms of Use</TextLink> apply as well.
      </p>
    ),
  },
]

import { Building2, LifeBuoy, type LucideIcon, Mail, MessagesSquare, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConfig } from '#web/client/config.ts'
import { useMe } from '#web/client/me.ts'
import { ContactForm } from './contact-form.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

/** /contact: a form for everybody (D177), and the other ways to reach us that are configured (D154, D155). */
export default function Contact() {
  const config = useConfig()
  const user = useMe()
  return (
    <Page title="Contact Support" description="A person reads every message and writes back." width="prose">
      {/* The form of visitors has its place reserved; a shorter one for signed-in people would pull up the rest. */}
      <div className={user === undefined ? 'in-order' : undefined}>
        <ContactForm />
        <ul className="mt-4 flex flex-col gap-4">
          {config?.supportEmail && (
            <Way Icon={Mail} title="Write to support">
              <TextLink href={`mailto:${config.supportEmail}`}>{config.supportEmail}</TextLink>
            </Way>
          )}
          {config?.contactEmail && config.contactEmail !== config.supportEmail && (
            <Way Icon={Building2} title="Everything else">
              <TextLink href={`mailto:${config.contactEmail}`}>{config.contactEmail}</TextLink>
            </Way>
          )}
          {config?.contactPhone && (
            <Way Icon={Phone} title="Call us">
              <TextLink href={`tel:${config.contactPhone.replaceAll(/[^+\d]/g, '')}`}>{config.contactPhone}</TextLink>
            </Way>
          )}
          <Way Icon={MessagesSquare} title="Already have an account?">
            You&apos;ll find our conversation under <TextLink href={paths.messages()}>Messages</TextLink>.
          </Way>
          <Way Icon={LifeBuoy} title="Maybe we've already answered it">
            Search the <TextLink href={paths.help()}>Help Center</TextLink>, or check{' '}
            <TextLink href={paths.status()}>System Status</TextLink> to see if everything is up.
          </Way>
        </ul>
        <h2 className="mt-12 text-2xl font-semibold tracking-[-0.02em]">What helps us help you</h2>
        <ul className="mt-4 flex list-disc flex-col gap-2 pl-5 text-reading">
          <li>The email address of your account. Never send your password or a card number.</li>
          <li>What you did, what you expected, and what happened instead.</li>
          <li>When it happened, with your time zone, and the agent's name if it was a conversation.</li>
          <li>The request ID, if you saw one. It takes us straight to the moment in our records.</li>
        </ul>
      </div>
    </Page>
  )
}

function Way({ Icon, title, children }: { Icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li>
      <Card className="flex gap-4">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-link" />
        <div className="min-w-0 text-lg">
          <h2 className="font-semibold">{title}</h2>
          <p className="mt-0.5 break-words text-muted">{children}</p>
        </div>
      </Card>
    </li>
  )
}

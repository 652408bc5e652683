import { Building2, LifeBuoy, type LucideIcon, Mail, MessagesSquare, Phone } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useConfig } from '#web/client/config.ts'
import { useMe } from '#web/client/me.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { sendContact } from '#contract/messages/contact.ts'
import type { Me } from '#contract/identity/people.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { isUnanswered, serverMessage } from '#web/client/failure.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'

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

/** The form to write to the team, open to everybody, with or without an account or access (D177). */
function ContactForm() {
  const user = useMe()
  const isAlive = useIsAlive()
  const [isSent, setSent] = useState(false)
  return (
    <Card title="Write to us">
      {isSent ? (
        <Sent user={user ?? null} onAgain={() => setSent(false)} />
      ) : isAlive && user !== undefined ? (
        <Fields user={user} onSent={() => setSent(true)} />
      ) : (
        <SkeletonGroup label="Loading the form…">
          <Skeleton className="h-104" />
        </SkeletonGroup>
      )}
    </Card>
  )
}

/** Returns whether the form can be sent; before its script runs, a press would put the input into the address. */
function useIsAlive(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}

function Fields({ user, onSent }: { user: Me | null; onSent: () => void }) {
  const [error, setError] = useState<Error | null>(null)
  const who = user && { name: `${user.firstName} ${user.lastName}`, email: user.email }
  return (
    <CallForm
      call={sendContact}
      fields={user ? ['message'] : ['name', 'email', 'message', 'website']}
      words={{ email: { help: "We'll reply to this address." } }}
      // Hidden from people; bots fill in every field they find.
      slots={{ website: <input name="website" defaultValue="" tabIndex={-1} autoComplete="off" aria-hidden hidden /> }}
      toBody={(values) => ({ ...who, ...values })}
      submit="Send Message"
      pendingText="Sending…"
      refused={setError}
      done={onSent}
      label="Write to us"
    >
      {user && <p className="text-muted">You'll find our reply in your messages.</p>}
      {error && (
        <Banner
          tone="danger"
          title={isUnanswered(error) ? 'Your message may not have been sent' : 'Your message was not sent'}
        >
          {serverMessage(error) ?? 'Your text is still here. Please send it again.'}
        </Banner>
      )}
    </CallForm>
  )
}

function Sent({ user, onAgain }: { user: Me | null; onAgain: () => void }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <Banner tone="success" title="We received your message" announce>
        {user ? (
          <>
            Look for our reply in <TextLink href={paths.messages()}>your messages</TextLink>.
          </>
        ) : (
          "We'll reply by email to the address you gave us."
        )}
      </Banner>
      <Button variant="secondary" onClick={onAgain}>
        Write Another Message
      </Button>
    </div>
  )
}

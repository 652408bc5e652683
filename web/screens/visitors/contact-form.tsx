import { useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { sendContact } from '#contract/messages/contact.ts'
import { messageLimits } from '#contract/messages/messages.ts'
import type { Me } from '#contract/identity/people.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { isUnanswered, serverMessage } from '#web/client/failure.ts'
import { useMe } from '#web/client/me.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { failures } from '#web/client/toasts.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

const fields = bodyOf(sendContact)
const words = z.pick(fields, { message: true })

/** The form to write to the team, open to everybody, with or without an account or access (D177). */
export function ContactForm() {
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
  const send = useCall(sendContact, { failed: failures.sendMessage, done: onSent })
  const notSent = send.isError && (
    <Banner
      tone="danger"
      title={isUnanswered(send.error) ? 'Your message may not have been sent' : 'Your message was not sent'}
    >
      {serverMessage(send.error) ?? 'Your text is still here. Please send it again.'}
    </Banner>
  )
  if (user) {
    const who = { name: `${user.firstName} ${user.lastName}`, email: user.email, website: '' }
    return (
      <Form
        schema={words}
        onSubmit={({ message }) => send.submit({ body: { ...who, message } })}
        aria-label="Write to us"
        className="flex flex-col gap-4"
      >
        <p className="text-muted">You'll find our reply in your messages.</p>
        {notSent}
        <Message />
        <SubmitButton pendingText="Sending…">Send Message</SubmitButton>
      </Form>
    )
  }
  return (
    <Form
      schema={fields}
      onSubmit={(body) => send.submit({ body })}
      aria-label="Write to us"
      className="flex flex-col gap-4"
    >
      {notSent}
      <TextField name="name" label="Name" autoComplete="name" maxLength={201} required />
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        help="We'll reply to this address."
        required
      />
      <Message />
      {/* Hidden from people; bots fill in every field they find. */}
      <input name="website" defaultValue="" tabIndex={-1} autoComplete="off" aria-hidden hidden />
      <SubmitButton pendingText="Sending…">Send Message</SubmitButton>
    </Form>
  )
}

function Message() {
  return <TextArea name="message" label="Message" rows={7} maxLength={messageLimits.message} required />
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

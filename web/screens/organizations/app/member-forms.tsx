import { Bot, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { BrandedApp } from '#contract/organizations/app/branded-app.ts'
import { messageLimits, sendMessage } from '#contract/messages/messages.ts'
import { requiredText } from '#contract/required-text.ts'
import { useCall } from '#web/client/api.ts'
import { failures } from '#web/client/toasts.ts'
import { organizationSuccesses } from '../toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'

interface MessageTexts {
  /** The label of the button and the title of the dialog. */
  title: string
  description: string
  subjectLabel: string
  messageLabel: string
  /** Starts the subject, so that admins see what came from the app. */
  prefix: string
}

const messageTexts = {
  request: {
    title: 'Request an Agent',
    description: 'Your admins will read it and reply by message.',
    subjectLabel: 'Which agent is missing?',
    messageLabel: 'What should it do for you?',
    prefix: 'Agent request: ',
  },
  feedback: {
    title: 'Send Feedback',
    description: 'Your admins will read it and reply by message.',
    subjectLabel: 'What is it about?',
    messageLabel: "What works, and what doesn't?",
    prefix: 'Feedback: ',
  },
} as const satisfies Record<string, MessageTexts>

/** The forms that the organization has switched on; they send messages to its admins (D64, D141). */
export function MemberForms({ app }: { app: BrandedApp }) {
  const [open, setOpen] = useState<keyof typeof messageTexts>()
  const close = () => setOpen(undefined)
  if (!app.enableAgentRequests && !app.enableFeedback) return null
  return (
    <section
      aria-labelledby="wishes"
      className="mt-12 rounded-card border border-line bg-surface p-4 shadow-raised sm:p-6"
    >
      <h2 id="wishes" className="text-lg font-semibold">
        Is something missing?
      </h2>
      <p className="mt-0.5 text-muted">Let the people who run {app.appName} know.</p>
      <div className="mt-4 flex flex-wrap gap-2">
        {app.enableAgentRequests && (
          <Button variant="secondary" icon={<Bot aria-hidden className="size-4" />} onClick={() => setOpen('request')}>
            {messageTexts.request.title}
          </Button>
        )}
        {app.enableFeedback && (
          <Button
            variant="secondary"
            icon={<MessageSquareText aria-hidden className="size-4" />}
            onClick={() => setOpen('feedback')}
          >
            {messageTexts.feedback.title}
          </Button>
        )}
      </div>
      {Object.entries(messageTexts).map(([name, texts]) => (
        <MessageDialog key={name} texts={texts} open={open === name} onClose={close} />
      ))}
    </section>
  )
}

function MessageDialog({ texts, open, onClose }: { texts: MessageTexts; open: boolean; onClose: () => void }) {
  const maxSubject = messageLimits.subject - texts.prefix.length
  const send = useCall(sendMessage, {
    failed: failures.sendMessage,
    done: () => {
      showToast(organizationSuccesses.messageToAdmins)
      onClose()
    },
  })
  const close = () => !send.isPending && onClose()
  const schema = z.object({
    subject: requiredText('This', maxSubject),
    message: requiredText('This', messageLimits.message),
  })
  return (
    <Dialog open={open} onClose={close} title={texts.title} description={texts.description} keepOpenOutside>
      <Form
        aria-label={texts.title}
        schema={schema}
        onSubmit={({ subject, message }) =>
          send.submit({ body: { subject: texts.prefix + subject, message, audience: 'organization' } })
        }
        className="flex flex-col gap-4"
      >
        <TextField name="subject" label={texts.subjectLabel} maxLength={maxSubject} autoComplete="off" required />
        <TextArea name="message" label={texts.messageLabel} rows={5} maxLength={messageLimits.message} required />
        <FormButtons onCancel={close} isCancelDisabled={send.isPending}>
          <SubmitButton pendingText="Sending…">Send</SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  )
}

import { useState } from 'react'
import * as z from 'zod/mini'
import { messageLimits, sendMessage } from '#contract/messages/messages.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { refreshMessages } from '#web/client/refresh.ts'
import { showFailure } from '#web/client/failure.ts'
import { failures } from '#web/client/toasts.ts'
import { messageFailures, messageSuccesses } from './toasts.ts'
import { Button, type ButtonSize } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'

const messageSchema = z.pick(bodyOf(sendMessage), { subject: true, message: true })

/** Sends a message to the admins; type and priority are fixed (S115, S233). */
export function useSendMessage(onSent: () => void) {
  const send = useCall(sendMessage, {
    failed: failures.sendMessage,
    done: async () => {
      await refreshMessages()
      showToast(messageSuccesses.messageSent)
      onSent()
    },
  })
  return {
    isPending: send.isPending,
    submit: (words: { subject: string; message: string; inReplyTo?: string }) =>
      send.submit({ body: { ...words, messageType: 'general', priority: 'normal' } }),
  }
}

/** Opens the Contact Admin dialog (S114, S191). */
export function ContactAdmin({ size = 'dense' }: { size?: ButtonSize }) {
  const [isOpen, setOpen] = useState(false)
  const send = useSendMessage(() => setOpen(false))
  const close = () => !send.isPending && setOpen(false)
  return (
    <>
      <Button variant="secondary" size={size} onClick={() => setOpen(true)}>
        Contact Admin
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="Contact Admin"
        description="The Luna team will read it and reply here."
        keepOpenOutside
      >
        <Form
          schema={messageSchema}
          onInvalid={() => showFailure(messageFailures.messageIncomplete)}
          onSubmit={send.submit}
          className="flex flex-col gap-4"
        >
          <TextField name="subject" label="Subject" maxLength={messageLimits.subject} autoComplete="off" required />
          <TextArea name="message" label="Message" rows={6} maxLength={messageLimits.message} required />
          <FormButtons onCancel={close} isCancelDisabled={send.isPending}>
            <SubmitButton pendingText="Sending…">Send Message</SubmitButton>
          </FormButtons>
        </Form>
      </Dialog>
    </>
  )
}

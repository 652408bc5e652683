import * as z from 'zod/mini'
import { messageLimits, sendMessage } from '#contract/messages/messages.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { showFailure } from '#web/client/failure.ts'
import { failures } from '#web/client/toasts.ts'
import { messageFailures, messageSuccesses } from './toasts.ts'
import { Button, type ButtonSize } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'

const messageSchema = z.pick(bodyOf(sendMessage), { subject: true, message: true })

/** Sends a message to the admins; type and priority are fixed (S115, S233). */
export function useSendMessage(onSent: () => void) {
  const send = useCall(sendMessage, {
    failed: failures.sendMessage,
    told: messageSuccesses.messageSent,
    done: onSent,
  })
  return {
    isPending: send.isPending,
    submit: (words: { subject: string; message: string; inReplyTo?: string }) =>
      send.submit({ body: { ...words, messageType: 'general', priority: 'normal' } }),
  }
}

/** Opens the Contact Admin dialog (S114, S191). */
export function ContactAdmin({ size = 'dense' }: { size?: ButtonSize }) {
  return (
    <Button variant="secondary" size={size} onClick={() => void openDialog((close) => <ContactDialog close={close} />)}>
      Contact Admin
    </Button>
  )
}

function ContactDialog({ close }: { close: () => void }) {
  const send = useSendMessage(close)
  const leave = () => !send.isPending && close()
  return (
    <Dialog
      onClose={leave}
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
        <FormButtons onCancel={leave} isCancelDisabled={send.isPending}>
          <SubmitButton pendingText="Sending…">Send Message</SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  )
}

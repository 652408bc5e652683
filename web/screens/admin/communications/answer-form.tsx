import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import type { TeamMessage } from '#contract/messages/admin-messages.ts'
import { messageLimits } from '#contract/messages/messages.ts'
import { fillAnswer, savedAnswers } from '#contract/messages/saved-answers.ts'
import { requiredText } from '#contract/required-text.ts'
import { query } from '#web/client/api.ts'
import { useLoadToast } from '#web/client/load-toast.ts'
import { Button } from '#web/kit/button.tsx'
import { Menu, MenuAction } from '#web/kit/dialogs/menu.tsx'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import type { FieldErrors } from '#web/kit/fields/form-state.ts'
import { TextArea } from '#web/kit/fields/text-area.tsx'

interface Props {
  label: string
  text: string
  onText: (text: string) => void
  /** Fills {firstName} in saved answers. */
  firstName: string
  sendLabel: string
  pending: boolean
  /** The number of messages sent so far. */
  sentCount: number
  onSend: (message: string, close: boolean) => Promise<FieldErrors | void>
}

/** An answer, typed or from the team's saved ones; it can close the conversation. */
export function AnswerForm({ label, text, onText, firstName, sendLabel, pending, sentCount, onSend }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const closes = useRef(false)
  // The focused button may disappear with the text that was sent.
  useEffect(() => {
    if (sentCount > 0) box.current?.querySelector('textarea')?.focus()
  }, [sentCount])
  return (
    <div ref={box} className="mt-6">
      <Form
        key={sentCount}
        schema={schemaOf(label)}
        onSubmit={({ message }) => onSend(message, closes.current)}
        className="flex flex-col gap-3"
      >
        <TextArea
          name="message"
          label={label}
          rows={6}
          maxLength={messageLimits.message}
          value={text}
          onChange={onText}
          required
        />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <SavedAnswerMenu onChoose={(message) => onText(joined(text, fillAnswer(message, { firstName })))} />
          <div className="ml-auto flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
            <Button type="submit" variant="secondary" disabled={pending} onClick={() => (closes.current = true)}>
              Answer and Close
            </Button>
            <SubmitButton pendingText="Sending…" onClick={() => (closes.current = false)}>
              {sendLabel}
            </SubmitButton>
          </div>
        </div>
      </Form>
    </div>
  )
}

/** Returns the toast of a message that was sent to one person or to everyone (S657, S629). */
export function sentToast({ toUserId }: TeamMessage): ToastMessage {
  const description = toUserId === null ? 'Everyone can read it now.' : 'They can read it now.'
  return { title: 'Message Sent', description, tone: 'success' }
}

/** Returns the saved text below what was typed already. */
export function joined(typed: string, inserted: string): string {
  return typed.trim() === '' ? inserted : `${typed.trimEnd()}\n\n${inserted}`
}

function SavedAnswerMenu({ onChoose }: { onChoose: (message: string) => void }) {
  const { data = [], isPending } = useLoadToast(useQuery(query(savedAnswers)))
  // Its place is kept while they load.
  if (data.length === 0 && !isPending) return null
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          disabled={isPending}
          icon={<MessageSquareText aria-hidden className="size-4" />}
          className="-ml-4"
        >
          Insert Saved Answer
        </Button>
      }
    >
      {data.map(({ id, title, message }) => (
        <MenuAction key={id} onSelect={() => onChoose(message)}>
          {title}
        </MenuAction>
      ))}
    </Menu>
  )
}

/** A blank that nobody filled in must not reach the customer. */
function schemaOf(label: string) {
  const what = label.replace(/^Your /, '')
  return z.object({
    message: requiredText(what.charAt(0).toUpperCase() + what.slice(1), messageLimits.message).check(
      z.refine((text) => !/\{(firstName|minutes)\}/.test(text), {
        error: 'Please fill in {firstName} and {minutes} first',
      }),
    ),
  })
}

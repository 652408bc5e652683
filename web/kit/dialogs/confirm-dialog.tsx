import type { ReactNode } from 'react'
import { dialogs, useDialogPart } from './dialog.tsx'
import { openDialog } from './open-dialog.ts'

/** A question before an action that cannot easily be undone. */
export interface Question {
  /** The question, which names its subject. */
  title: string
  /** The effect. */
  text: ReactNode
  /** Verb and object, such as "Cancel Subscription". */
  confirm: string
  /** The label that cancels, such as "Keep Subscription". */
  keep: string
  tone?: 'danger' | 'primary'
  /** The act on a yes: the question stays, pending, until it has worked, and for another try if it fails. */
  act?: () => Promise<unknown>
  /** Finds what gets the focus where the act takes away the button that asked; see `openDialog`. */
  next?: () => HTMLElement | null
  /** Closes it once there is nothing left to decide. */
  until?: AbortSignal
}

/** Asks a question; resolves to whether the person agreed and, with an act, whether it has worked. */
export async function ask({ next, until, ...question }: Question): Promise<boolean> {
  const isSure = await openDialog<boolean>((close) => {
    until?.addEventListener('abort', () => close())
    return <QuestionDialog {...question} close={close} />
  }, next)
  return isSure === true
}

export interface QuestionProps extends Omit<Question, 'next' | 'until'> {
  close: (isSure?: boolean) => void
}

function QuestionDialog(props: QuestionProps) {
  const LoadedQuestion = useDialogPart(dialogs)?.LoadedQuestion
  return LoadedQuestion && <LoadedQuestion {...props} />
}

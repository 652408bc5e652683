import { useState } from 'react'
import type { Answer, Call } from '#contract/call.ts'
import { Dialog, type DialogProps } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { CallForm, type CallFormProps } from './call-form.tsx'

type DialogWords = Pick<DialogProps, 'title' | 'description' | 'width' | 'finalFocus'>

interface Props<C extends Call> extends CallFormProps<C>, DialogWords {
  /** Closes the dialog; with the answer once the call has been made. */
  close: (answer?: Answer<C>) => void
}

/** A form over a call in a dialog, which closes once the call has been made and never while it is on its way. */
export function CallDialog<C extends Call>(props: Props<C>) {
  const { title, description, width = 'small', finalFocus, close, ...form } = props
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      {...{ title, description, width }}
      {...(finalFocus && { finalFocus })}
      keepOpenOutside
      onClose={() => !isBusy && close()}
    >
      <CallForm
        {...form}
        onCancel={() => !isBusy && close()}
        onBusy={setBusy}
        unchanged={form.unchanged ?? (() => close())}
        done={async (answer, input) => {
          await form.done?.(answer, input)
          close(answer)
        }}
      />
    </Dialog>
  )
}

/** Opens a form over a call in a dialog; resolves to the answer, or to undefined if the person closed it. */
export function openForm<C extends Call>(props: Omit<Props<C>, 'close'>): Promise<Answer<C> | undefined> {
  return openDialog<Answer<C>>((close) => <CallDialog<C> {...(props as Props<C>)} close={close} />)
}

import type { Answer, Call } from '#contract/call.ts'
import { loadEarly, useDialogPart } from '#web/kit/dialogs/dialog.tsx'
import { openWith } from '#web/kit/dialogs/late-part.ts'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { type CallDialogProps, formOf, loadCode } from './call-form.tsx'

loadEarly(loadCode)

/** A form over a call in a dialog, which closes once the call has been made and never while it is on its way. */
export function CallDialog<C extends Call>(props: CallDialogProps<C>) {
  const LoadedCallDialog = useDialogPart(formOf(props.call), { onClose: props.close })?.LoadedCallDialog
  return LoadedCallDialog && <LoadedCallDialog {...props} />
}

/** Opens a form over a call in a dialog; resolves to the answer, or to undefined if the person closed it. */
export function openForm<C extends Call>(props: Omit<CallDialogProps<C>, 'close'>): Promise<Answer<C> | undefined> {
  return openWith(formOf(props.call), ({ LoadedCallDialog }) =>
    openDialog<Answer<C>>((close) => <LoadedCallDialog<C> {...(props as CallDialogProps<C>)} close={close} />),
  )
}

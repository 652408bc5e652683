import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { SupportText } from '#web/kit/text-link.tsx'
import { buttonClasses } from '../button.tsx'
import { classes } from '../classes.ts'
import { useKeptFocus } from '../kept-focus.ts'
import { deliverToasts, isClosable, type ToastMessage, type ToastTone } from './toast.ts'
const manager = Toast.createToastManager()

/** The id of the last toast that goes when it no longer applies, by title. */
const closable = new Map<string, string>()

function add(toast: ToastMessage) {
  const { title, description, tone = 'info', action, durationMs } = toast
  const id = manager.add({
    title,
    description,
    type: tone,
    timeout: durationMs ?? (action ? 0 : undefined),
    actionProps: action && {
      children: action.label,
      onClick: () => {
        manager.close(id)
        action.onPress()
      },
    },
  })
  if (isClosable(toast)) closable.set(title, id)
}

function close(title: string) {
  const id = closable.get(title)
  if (id) manager.close(id)
  closable.delete(title)
}

/** Base UI's toasts, one visible at a time; loaded by ToastRegion. */
export function LoadedToastRegion() {
  useEffect(() => deliverToasts({ add, close }), [])
  return (
    <Toast.Provider toastManager={manager} limit={1} timeout={5000}>
      <Toast.Portal>
        <ToastViewport />
      </Toast.Portal>
    </Toast.Provider>
  )
}

/**
 * Announces failures at once and the rest when the screen reader pauses. Base UI's own "high priority" would announce a
 * copy and hide the toast and its button from screen readers until it has the focus.
 */
function ToastViewport() {
  const { toasts } = Toast.useToastManager()
  return (
    <Toast.Viewport
      aria-live={toasts[0]?.type === 'danger' ? 'assertive' : 'polite'}
      // At the top, because the main buttons of forms and dialogs are at the bottom, on the left or on the right.
      className="print:hidden fixed inset-x-4 top-[max(1rem,env(safe-area-inset-top))] z-60 mx-auto grid max-w-96 sm:top-16"
    >
      <ToastList />
    </Toast.Viewport>
  )
}

const icons = { success: CircleCheck, info: Info, danger: CircleAlert }
const inks = { success: 'text-success', info: 'text-accent-text', danger: 'text-danger' }

function ToastList() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => <OneToast key={toast.id} toast={toast} />)
}

/** Hands the focus on, since the toast's button may have had it. */
function OneToast({ toast }: { toast: Toast.Root.ToastObject }) {
  const tone = (toast.type ?? 'info') as ToastTone
  const Icon = icons[tone]
  const root = useKeptFocus<HTMLDivElement>()
  return (
    <Toast.Root
      ref={root}
      toast={toast}
      data-toast={tone}
      swipeDirection={['up', 'left']}
      className={classes(
        'col-start-1 row-start-1 self-start rounded-card border border-line bg-raised shadow-overlay',
        'translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y)',
        'transition-[opacity,translate] duration-menu data-limited:invisible',
        'data-ending-style:opacity-0 data-starting-style:-translate-y-4 data-starting-style:opacity-0',
      )}
    >
      <Toast.Content className="flex items-start gap-3 py-3 pr-2 pl-4">
        <Icon aria-hidden className={classes('mt-0.5 size-4 shrink-0', inks[tone])} />
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-semibold" />
          <Toast.Description className="text-muted">
            {/* A toast without a description has no element for it. */}
            {toast.description && <SupportText>{toast.description}</SupportText>}
          </Toast.Description>
          <Toast.Action className={classes(buttonClasses({ variant: 'secondary', size: 'dense' }), 'mt-3 mb-1')} />
        </div>
        <Toast.Close
          aria-label="Close"
          // Base UI hides it from screen readers until the pointer or the focus is on the toast.
          aria-hidden={false}
          className="-my-1 flex size-8 shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-hover hover:text-text pointer-coarse:size-11"
        >
          <X aria-hidden className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  )
}

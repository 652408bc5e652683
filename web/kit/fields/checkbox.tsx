import { Check, Minus } from 'lucide-react'
import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { type ToggleProps, useField } from './field.tsx'

interface Props extends ToggleProps {
  /** Shows the label to screen readers only, where the context explains the box. */
  hideLabel?: boolean
  /** Whether it stands for several, of which some are checked and some are not. */
  isMixed?: boolean
}

/** A yes or no that is sent with the form, as a boolean. */
export function Checkbox(props: Props) {
  const { ref, label, checked, defaultChecked, onChange, hideLabel, isMixed = false, ...field } = props
  const { control, messages } = useField(field)
  const box = useBox(ref, isMixed)
  return (
    <div className="flex flex-col gap-1.5">
      {/* Without words, the label still makes the box easy to hit. */}
      <label className={hideLabel ? '-m-3 flex p-3' : 'flex items-start gap-2.5 py-1'}>
        <span className="relative flex size-5 shrink-0 items-center justify-center text-primary-text">
          <input
            ref={box}
            {...control}
            type="checkbox"
            checked={checked}
            defaultChecked={defaultChecked}
            onChange={(event) => onChange?.(event.target.checked)}
            className="peer absolute inset-0 appearance-none rounded-[4px] border border-control-line bg-surface transition-colors checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary disabled:opacity-60 aria-invalid:border-danger"
          />
          {isMixed ? (
            <Minus aria-hidden className="pointer-events-none relative size-3.5" strokeWidth={3} />
          ) : (
            <Check
              aria-hidden
              className="pointer-events-none relative size-3.5 not-peer-checked:hidden"
              strokeWidth={3}
            />
          )}
        </span>
        <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
      </label>
      {messages}
    </div>
  )
}

/** Returns a ref for the input, because only its property says that it is mixed. */
function useBox(ref: Ref<HTMLInputElement> | undefined, isMixed: boolean) {
  const box = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => box.current)
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  }, [isMixed])
  return box
}

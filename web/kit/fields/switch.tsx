import { type ToggleProps, useField } from './field.tsx'

/** A switch that takes effect at once; a value that is sent with a form is a Checkbox. */
export function Switch({ ref, label, checked, defaultChecked, onChange, ...field }: ToggleProps) {
  const { control, messages } = useField(field)
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-6 items-center justify-between gap-4 font-medium pointer-coarse:min-h-11">
        <span>{label}</span>
        <span className="relative h-6 w-11 shrink-0">
          <input
            ref={ref}
            {...control}
            type="checkbox"
            // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- its own state says whether it is on
            role="switch"
            checked={checked}
            defaultChecked={defaultChecked}
            onChange={(event) => onChange?.(event.target.checked)}
            className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full border border-control-line bg-sunken transition-colors checked:border-primary checked:bg-primary disabled:cursor-default disabled:opacity-60"
          />
          <span
            aria-hidden
            className="pointer-events-none absolute top-[3px] left-[3px] size-4.5 rounded-full bg-control-line transition-[translate,background-color] duration-menu peer-checked:translate-x-5 peer-checked:bg-primary-text forced-colors:bg-[ButtonText]!"
          />
        </span>
      </label>
      {messages}
    </div>
  )
}

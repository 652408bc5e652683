import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

interface Props {
  /** A few words, and never the only place for something important. */
  text: string
  /** One element that can take the focus. */
  children: ReactElement<Record<string, unknown>>
}

/** Text that appears beside a control on hover and focus. */
export function Tooltip({ text, children }: Props) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger delay={400} render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner sideOffset={6} className="z-50">
          <BaseTooltip.Popup className="max-w-64 rounded-control bg-text px-2 py-1 text-xs text-bg forced-colors:border transition-opacity duration-menu data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}

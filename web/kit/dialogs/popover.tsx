import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { popupClasses } from './popup.ts'

interface Props {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>
  title: string
  children: ReactNode
}

/** A small panel beside its button; opens on press and on hover. */
export function Popover({ trigger, title, children }: Props) {
  return (
    <BasePopover.Root>
      <BasePopover.Trigger openOnHover delay={250} render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner sideOffset={6} align="end" className="z-50">
          <BasePopover.Popup className={classes(popupClasses, 'w-72 max-w-(--available-width)')}>
            <div className="p-3">
              <BasePopover.Title className="font-semibold">{title}</BasePopover.Title>
              {children}
            </div>
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}

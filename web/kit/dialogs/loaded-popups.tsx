import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Popover as BasePopover } from '@base-ui/react/popover'
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import { Check, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '../classes.ts'
import type { Lend } from './lent-trigger.tsx'
import { type ActionProps, type ChoicesProps, type LinkProps, type MoreProps, MenuParts } from './menu-parts.ts'
import { popupClasses } from './popup.ts'

/** Menus, popovers and tooltips of Base UI. Only their shells load them. */

const itemClasses =
  'flex min-h-9 w-full cursor-default items-center gap-2.5 rounded-control px-2.5 text-left outline-none select-none ' +
  'data-highlighted:bg-hover data-disabled:opacity-50 pointer-coarse:min-h-11'

const placeClasses = 'z-50 outline-none'
const menuClasses = classes(popupClasses, 'min-w-48')

interface MenuProps {
  lend: Lend
  isAnchored: boolean
  children: ReactNode
}

export function LoadedMenu({ lend, isAnchored, children }: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={lend} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          sideOffset={6}
          align="end"
          positionMethod={isAnchored ? 'fixed' : 'absolute'}
          className={placeClasses}
        >
          <BaseMenu.Popup className={menuClasses}>
            <MenuParts value={{ LoadedLink, LoadedAction, LoadedMore, LoadedChoices, LoadedLine }}>
              {children}
            </MenuParts>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

function LoadedLink({ href, icon, children }: LinkProps) {
  return (
    <BaseMenu.LinkItem closeOnClick render={<Link href={href} />} className={itemClasses}>
      {icon}
      {children}
    </BaseMenu.LinkItem>
  )
}

function LoadedAction({ onSelect, icon, disabled, children }: ActionProps) {
  return (
    <BaseMenu.Item onClick={onSelect} disabled={disabled} className={itemClasses}>
      {icon}
      {children}
    </BaseMenu.Item>
  )
}

function LoadedMore({ label, icon, children }: MoreProps) {
  return (
    <BaseMenu.SubmenuRoot>
      <BaseMenu.SubmenuTrigger className={classes(itemClasses, 'data-popup-open:bg-hover')}>
        {icon}
        <span className="flex-1">{label}</span>
        <ChevronRight aria-hidden className="size-4 text-muted" />
      </BaseMenu.SubmenuTrigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={4} alignOffset={-4} className={placeClasses}>
          <BaseMenu.Popup className={menuClasses}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.SubmenuRoot>
  )
}

function LoadedChoices({ label, choices, chosen, onChoose }: ChoicesProps) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="px-2.5 py-1 text-sm text-muted">{label}</BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup value={chosen} onValueChange={(value: string) => onChoose(value)}>
        {choices.map((choice) => (
          <BaseMenu.RadioItem key={choice.value} value={choice.value} closeOnClick className={itemClasses}>
            <span className="flex size-4 shrink-0 items-center justify-center">
              <BaseMenu.RadioItemIndicator>
                <Check aria-hidden className="size-4 text-link" />
              </BaseMenu.RadioItemIndicator>
            </span>
            <span className="max-w-56 truncate">{choice.label}</span>
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  )
}

function LoadedLine() {
  return <BaseMenu.Separator className="mx-1 my-1 h-px bg-line" />
}

interface PopoverProps {
  lend: Lend
  title: string
  children: ReactNode
}

export function LoadedPopover({ lend, title, children }: PopoverProps) {
  return (
    <BasePopover.Root>
      <BasePopover.Trigger openOnHover delay={250} render={lend} />
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

export function LoadedTooltip({ lend, text }: { lend: Lend; text: string }) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger delay={400} render={lend} />
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

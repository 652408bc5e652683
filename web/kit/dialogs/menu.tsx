import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '../classes.ts'
import { popupClasses } from './popup.ts'
import { Popover as BasePopover } from '@base-ui/react/popover'

const itemClasses =
  'flex min-h-9 w-full cursor-default items-center gap-2.5 rounded-control px-2.5 text-left outline-none select-none ' +
  'data-highlighted:bg-hover data-disabled:opacity-50 pointer-coarse:min-h-11'

const placeClasses = 'z-50 outline-none'
const menuClasses = classes(popupClasses, 'min-w-48')

interface Props {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>
  /** Whether the button stays in place while the page scrolls, so that its list does too. */
  isAnchored?: boolean
  /** MenuLink, MenuAction and MenuLine. */
  children: ReactNode
}

/** A list of links and actions that opens from a button. */
export function Menu({ trigger, isAnchored = false, children }: Props) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          sideOffset={6}
          align="end"
          positionMethod={isAnchored ? 'fixed' : 'absolute'}
          className={placeClasses}
        >
          <BaseMenu.Popup className={menuClasses}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

/** An item that leads to another screen. */
export function MenuLink({ href, icon, children }: { href: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <BaseMenu.LinkItem closeOnClick render={<Link href={href} />} className={itemClasses}>
      {icon}
      {children}
    </BaseMenu.LinkItem>
  )
}

interface ActionProps {
  onSelect: () => void
  icon?: ReactNode
  disabled?: boolean
  children: ReactNode
}

/** An item with an action on this screen. */
export function MenuAction({ onSelect, icon, disabled, children }: ActionProps) {
  return (
    <BaseMenu.Item onClick={onSelect} disabled={disabled} className={itemClasses}>
      {icon}
      {children}
    </BaseMenu.Item>
  )
}

interface MoreProps {
  label: string
  icon?: ReactNode
  children: ReactNode
}

/** An item that opens further items. */
export function MenuMore({ label, icon, children }: MoreProps) {
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

interface ChoicesProps {
  label: string
  choices: readonly { value: string; label: string }[]
  chosen: string
  onChoose: (value: string) => void
}

/** A choice of a few items, with the chosen one marked. */
export function MenuChoices({ label, choices, chosen, onChoose }: ChoicesProps) {
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

/** A line between groups of items. */
export function MenuLine() {
  return <BaseMenu.Separator className="mx-1 my-1 h-px bg-line" />
}

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>
  title: string
  children: ReactNode
}

/** A small panel beside its button; opens on press and on hover. */
export function Popover({ trigger, title, children }: PopoverProps) {
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

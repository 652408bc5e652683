import { type ReactElement, type ReactNode, use } from 'react'
import { latePart } from './late-part.ts'
import { LentTrigger } from './lent-trigger.tsx'
import { type ActionProps, type ChoicesProps, type LinkProps, MenuParts, type MoreProps } from './menu-parts.ts'

const popups = latePart(() => import('./loaded-popups.tsx'))

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
    <LentTrigger
      part={popups}
      trigger={trigger}
      closed={{ 'aria-haspopup': 'menu', 'aria-expanded': false }}
      keys={['ArrowDown', 'ArrowUp']}
    >
      {({ LoadedMenu }, lend) => (
        <LoadedMenu lend={lend} isAnchored={isAnchored}>
          {children}
        </LoadedMenu>
      )}
    </LentTrigger>
  )
}

function useMenuParts() {
  const parts = use(MenuParts)
  if (!parts) throw new Error('An item of a menu is outside of one')
  return parts
}

/** An item that leads to another screen. */
export function MenuLink(props: LinkProps) {
  const { LoadedLink } = useMenuParts()
  return <LoadedLink {...props} />
}

/** An item with an action on this screen. */
export function MenuAction(props: ActionProps) {
  const { LoadedAction } = useMenuParts()
  return <LoadedAction {...props} />
}

/** An item that opens further items. */
export function MenuMore(props: MoreProps) {
  const { LoadedMore } = useMenuParts()
  return <LoadedMore {...props} />
}

/** A choice of a few items, with the chosen one marked. */
export function MenuChoices(props: ChoicesProps) {
  const { LoadedChoices } = useMenuParts()
  return <LoadedChoices {...props} />
}

/** A line between groups of items. */
export function MenuLine() {
  const { LoadedLine } = useMenuParts()
  return <LoadedLine />
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
    <LentTrigger
      part={popups}
      trigger={trigger}
      closed={{ 'aria-haspopup': 'dialog', 'aria-expanded': false }}
      opensOnHover
    >
      {({ LoadedPopover }, lend) => (
        <LoadedPopover lend={lend} title={title}>
          {children}
        </LoadedPopover>
      )}
    </LentTrigger>
  )
}

interface TooltipProps {
  /** A few words, and never the only place for something important. */
  text: string
  /** One element that can take the focus. */
  children: ReactElement<Record<string, unknown>>
}

/** Text that appears beside a control on hover and focus. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <LentTrigger part={popups} trigger={children} closed={{}} opensOnPress={false} opensOnHover>
      {({ LoadedTooltip }, lend) => <LoadedTooltip lend={lend} text={text} />}
    </LentTrigger>
  )
}

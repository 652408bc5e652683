import { ChevronDown, Ellipsis, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { ask, type Question } from './confirm-dialog.tsx'
import { Menu, MenuAction, MenuLine, MenuLink, MenuMore } from './menu.tsx'

/** Something to do with a row or a page. */
export interface Act {
  /** Verb and object. */
  label: string
  icon?: LucideIcon
  /** Whether the person may do it at all; by default yes. */
  may?: boolean
  disabled?: boolean
  /** The usual choice, whose button is filled. */
  isMain?: boolean
  /** The question to ask first. */
  ask?: Question
  /** Does it; the menu is pending until it settles, and a call's failure has its own toast. */
  run?: () => unknown
  /** Opens these instead. */
  choices?: readonly Act[]
  /** Leads to another screen instead. */
  href?: string
}

/** A line between acts. */
export const line = 'line'
export type ActList = readonly (Act | typeof line)[]

interface Props {
  /** Names the subject of the acts, for screen readers. */
  of: string
  acts: ActList
  id?: string
}

/** The "..." menu of a row or a page; without an act that the person may do, nothing. */
export function Acts({ of, acts, id }: Props) {
  const [isPending, setPending] = useState(false)
  const shown = allowed(acts)
  if (shown.length === 0) return null

  async function start(act: Act) {
    setPending(true)
    await runAct(act).finally(() => setPending(false))
  }

  return (
    <Menu
      trigger={
        <Button
          id={id}
          variant="ghost"
          size="dense"
          pending={isPending}
          aria-label={`Actions: ${of}`}
          icon={<Ellipsis aria-hidden className="size-4" />}
        />
      }
    >
      {shown.map((act, index) =>
        act === line ? <MenuLine key={`line-${index}`} /> : <Item key={act.label} act={act} onStart={start} />,
      )}
    </Menu>
  )
}

interface ItemProps {
  act: Act
  onStart: (act: Act) => Promise<void>
}

function Item({ act, onStart }: ItemProps) {
  const { label, icon: Icon, href, disabled, choices } = act
  const icon = Icon && <Icon aria-hidden className="size-4 text-muted" />
  if (choices) {
    return (
      <MenuMore label={label} icon={icon}>
        {choices.map((choice) => (
          <Item key={choice.label} act={choice} onStart={onStart} />
        ))}
      </MenuMore>
    )
  }
  return href === undefined ? (
    <MenuAction icon={icon} {...(disabled && { disabled })} onSelect={() => void onStart(act)}>
      {label}
    </MenuAction>
  ) : (
    <MenuLink icon={icon} href={href}>
      {label}
    </MenuLink>
  )
}

interface ButtonsProps {
  /** Names the subject for screen readers, where other buttons have the same labels. */
  of?: string
  acts: ActList
}

/** Few acts as buttons in sight; without an act that the person may do, nothing. */
export function ActButtons({ of, acts }: ButtonsProps) {
  const shown = acts.filter((act): act is Act => act !== line && act.may !== false)
  if (shown.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {shown.map((act) => (
        <ActButton key={act.label} act={act} of={of} />
      ))}
    </div>
  )
}

function ActButton({ act, of }: { act: Act; of: string | undefined }) {
  const [isPending, setPending] = useState(false)

  async function start() {
    // A question is pending by itself.
    setPending(!act.ask)
    await runAct(act).finally(() => setPending(false))
  }

  const look = {
    variant: act.isMain ? 'primary' : 'secondary',
    size: 'dense',
    disabled: act.disabled,
    ...(of !== undefined && { 'aria-label': `${act.label}: ${of}` }),
  } as const
  if (act.choices) {
    return (
      <Menu
        trigger={
          <Button {...look}>
            <span className="flex items-center gap-3">
              {act.label}
              <ChevronDown aria-hidden className="size-4" />
            </span>
          </Button>
        }
      >
        {act.choices.map((choice) => (
          <Item key={choice.label} act={choice} onStart={runAct} />
        ))}
      </Menu>
    )
  }
  return (
    <Button {...look} pending={isPending} onClick={() => void start()}>
      {act.label}
    </Button>
  )
}

/** Asks where the act wants it, and does it; a call that fails has shown its toast. */
export async function runAct({ ask: question, run }: Act): Promise<void> {
  const act = async () => {
    try {
      await run?.()
    } catch {
      // `write` has shown it, and the screen is as before.
    }
  }
  await (question ? ask({ ...question, act }) : act())
}

/** Returns what the person may do, without lines that separate nothing. */
function allowed(acts: ActList): ActList {
  const may = acts.filter((act) => act === line || act.may !== false)
  return may.filter((act, index) => act !== line || (index > 0 && index < may.length - 1 && may[index - 1] !== line))
}

import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type LatePart, showNotLoaded } from './late-part.ts'

type Props = Record<string, unknown>
type Handler = (event: SyntheticEvent) => void

/** Takes over what the loaded part gives its trigger; for the `render` of a trigger of Base UI. */
export type Lend = (given: object) => ReactElement

/** The trigger has this from the loaded part. */
interface Lent {
  attributes: Props
  /** The names of its handlers. */
  events: readonly string[]
}

interface Options<Part> {
  part: LatePart<Part>
  /** The button, one element that can take the focus. */
  trigger: ReactElement<Props>
  /** Its attributes until the part is loaded. */
  closed: Props
  /** The keys that open it, besides a press. */
  keys?: readonly string[]
  /** Whether a press opens it; by default yes. */
  opensOnPress?: boolean
  /** Whether hovering opens it. */
  opensOnHover?: boolean
  children: (part: Part, lend: Lend) => ReactNode
}

/**
 * The button of a popup whose code loads when the pointer or the focus reaches the button. The part then lends its
 * attributes and handlers to the button, which stays the same element and so keeps the focus. A press before that
 * is repeated.
 */
export function LentTrigger<Part>(options: Options<Part>) {
  const { trigger, closed, keys = [], opensOnPress = true, opensOnHover = false, children } = options
  const [part, setPart] = useState<Part | null>(null)
  const [lent, setLent] = useState<Lent | null>(null)
  const handlers = useRef<Record<string, Handler>>({})
  const element = useRef<HTMLElement>(null)
  const missed = useRef<Event>(null)
  const isLent = lent !== null
  useEffect(() => {
    if (!isLent) return
    // Not before the press itself is over, or its end would close what it has opened.
    const timer = setTimeout(() => {
      if (element.current) repeat(element.current, missed.current, opensOnHover)
      missed.current = null
    })
    return () => clearTimeout(timer)
  }, [isLent, opensOnHover])

  function take(found: Part | null) {
    if (found) return setPart(() => found)
    if (missed.current) showNotLoaded()
    missed.current = null
  }
  function load() {
    if (part) return
    const known = options.part.now()
    if (known) take(known)
    else void options.part.load().then(take)
  }
  /** Is called for each event of the trigger: first comes its own handler, last what the part has lent. */
  function handle(name: string, event: SyntheticEvent) {
    ;(trigger.props[name] as Handler | undefined)?.(event)
    const isPress = opensOnPress && name === 'onClick'
    const isKey = name === 'onKeyDown' && keys.includes((event.nativeEvent as KeyboardEvent).key)
    if (!isLent && (isPress || isKey)) {
      event.preventDefault()
      missed.current = event.nativeEvent
    }
    if (!isLent) load()
    handlers.current[name]?.(event)
  }
  const [lend] = useState<Lend>(() => (given: object) => {
    const receive = (next: Lent, current: Record<string, Handler>) => {
      handlers.current = current
      setLent((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next))
    }
    return <Lending given={given as Props} element={element} receive={receive} />
  })
  const events = lent?.events ?? intents
  const on = Object.fromEntries(events.map((name) => [name, (event: SyntheticEvent) => handle(name, event)]))
  return (
    <>
      {cloneElement(trigger, { ...closed, ...lent?.attributes, ...trigger.props, ref: element, ...on })}
      {part && children(part, lend)}
    </>
  )
}

/** Events before a press, and the press itself. */
const intents = ['onPointerEnter', 'onTouchStart', 'onFocus', 'onKeyDown', 'onClick']

interface LendingProps {
  given: Props
  element: { current: HTMLElement | null }
  receive: (lent: Lent, handlers: Record<string, Handler>) => void
}

/** Is where the loaded part believes its trigger to be, and draws nothing. */
function Lending({ given: { ref, ...given }, element, receive }: LendingProps) {
  useLayoutEffect(() => attach(ref as Ref<HTMLElement>, element.current), [ref, element])
  useLayoutEffect(() => {
    const all = Object.entries(given).filter(([, value]) => value !== undefined)
    const handlers = all.filter((entry): entry is [string, Handler] => typeof entry[1] === 'function')
    const attributes = Object.fromEntries(all.filter(([, value]) => typeof value !== 'function'))
    receive({ attributes, events: handlers.map(([name]) => name) }, Object.fromEntries(handlers))
  })
  return null
}

function attach(ref: Ref<HTMLElement> | undefined, element: HTMLElement | null): (() => void) | undefined {
  if (typeof ref !== 'function') return undefined
  const detach = ref(element)
  return () => {
    if (typeof detach === 'function') detach()
    else ref(null)
  }
}

/** Tells the loaded part what happened to its trigger before: the focus, the pointer over it, and a press. */
function repeat(element: HTMLElement, missed: Event | null, opensOnHover: boolean): void {
  if (document.activeElement === element) element.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  if (missed instanceof KeyboardEvent) {
    element.dispatchEvent(new KeyboardEvent('keydown', { key: missed.key, bubbles: true, cancelable: true }))
  } else if (missed) {
    const detail = (missed as MouseEvent).detail
    element.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true }))
  } else if (opensOnHover && element.matches(':hover')) {
    const pointer = { bubbles: true, pointerType: 'mouse' }
    for (const name of ['pointerover', 'mouseover', 'mousemove']) element.dispatchEvent(new PointerEvent(name, pointer))
    element.dispatchEvent(new MouseEvent('mouseenter'))
  }
}

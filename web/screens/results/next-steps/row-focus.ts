import { type RefObject, useLayoutEffect, useRef } from 'react'
import { focusedIn, handOnFocus } from '#web/kit/kept-focus.ts'

/** The id of the row of a step, in whichever section it stands. */
export function rowId(stepId: string): string {
  return `step-${stepId}`
}

/** Returns the title of a step, where the focus goes when its dialog closes. */
export function titleOf(stepId: string): HTMLElement | null {
  return document.getElementById(rowId(stepId))?.querySelector<HTMLElement>('button:not([role])') ?? null
}

/** Returns the button that opens the menu of a step. */
export function menuOf(row: Element | null): HTMLElement | null {
  return row?.querySelector<HTMLElement>('[aria-haspopup="menu"]') ?? null
}

/** Returns the row that a step leaves behind when it goes. */
export function rowBeside(stepId: string): Element | null {
  return besideOf(document.getElementById(rowId(stepId)))
}

/**
 * For the row of a step, which goes or comes to stand elsewhere after a press inside it: if it held the focus, the same
 * control of the row takes it, or else that of the row beside it. With `staysHere` the row beside it comes first.
 */
export function useRowFocus(stepId: string, staysHere = false): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const line = row.current
    return () => {
      const focused = focusedIn(line)
      const held = controlsOf(line).findIndex((control) => control === focused)
      if (held < 0) return
      const beside = besideOf(line)
      const controlIn = (found: Element | null | undefined) => controlsOf(found)[held] ?? controlsOf(found)[0] ?? null
      // The row stands in its new place only when this change of the page is complete.
      requestAnimationFrame(() => {
        const [moved, next] = [
          controlIn(document.getElementById(rowId(stepId))),
          beside?.isConnected ? controlIn(beside) : null,
        ]
        handOnFocus(staysHere ? (next ?? moved) : (moved ?? next))
      })
    }
  }, [stepId, staysHere])
  return row
}

function besideOf(row: Element | null): Element | null {
  return row?.nextElementSibling ?? row?.previousElementSibling ?? null
}

function controlsOf(row: Element | null | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('a, button, [role="checkbox"]') ?? [])]
}

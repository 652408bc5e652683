import { useEffect } from 'react'

/** Lets the browser ask before it leaves the page, as long as something would be lost. */
export function useLeaveQuestion(isLost: boolean): void {
  useEffect(() => {
    if (!isLost) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isLost])
}

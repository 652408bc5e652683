import { useEffect, useState } from 'react'

/** Returns whether a wait has taken longer than `patienceMs`, in real time. */
export function useWaited(isWaiting: boolean, patienceMs: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting, patienceMs])
  return isLate
}

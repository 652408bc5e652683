import { useEffect, useSyncExternalStore } from 'react'
import { leaveSound, type Playing, readSound, watchSound } from './player.ts'

/** Returns what plays under a key, and stops it when the part of the page that shows it goes. */
export function useSound(key: string): Playing {
  useEffect(() => () => leaveSound(key), [key])
  const read = () => readSound(key)
  return useSyncExternalStore(watchSound, read, read)
}

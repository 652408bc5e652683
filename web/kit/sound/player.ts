import { pauseSound, soundElement } from './element.ts'
import { useEffect, useSyncExternalStore } from 'react'

/**
 * The one player of the page: a second sound ends the first. Sounds play after a press only, and nothing is loaded
 * before it.
 */

/** What a play button shows of its own sounds. */
export interface Playing {
  state: 'idle' | 'waiting' | 'playing' | 'paused' | 'failed'
  /** Which of its sounds is playing, from 0. */
  index: number
  /** 0 to 1 of the sound that is playing. */
  progress: number
}

/** Of sounds that nobody has started. */
const idleSound: Playing = { state: 'idle', index: 0, progress: 0 }

let isWatched = false
let current: { key: string; urls: readonly string[]; playing: Playing } | null = null
const listeners = new Set<() => void>()

/** Calls `notify` at each change, about four times a second while a sound plays. Returns what ends that. */
function watchSound(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Returns what is known of the sounds that were started under a key. */
function readSound(key: string): Playing {
  return current?.key === key ? current.playing : idleSound
}

/** Returns how far the sound that is playing under a key has come; 0 for any other. */
export function soundMs(key: string): number {
  return current?.key === key ? soundElement().currentTime * 1000 : 0
}

/** Plays sounds one after another, or goes on where they were paused. Call it inside the press. */
export function playSound(key: string, urls: readonly string[]): void {
  if (current?.key === key && current.playing.state === 'paused') return begin(current.playing.index, false)
  current = { key, urls, playing: idleSound }
  begin(0)
}

/** Stops the sounds of a key, because what showed them is gone. */
function leaveSound(key: string): void {
  if (current?.key !== key) return
  pauseSound()
  current = null
  changed()
}

function begin(index: number, isNew = true): void {
  const url = current?.urls[index]
  if (!url) return
  const audio = player()
  if (isNew) audio.src = url
  show({ state: 'waiting', index, progress: isNew ? 0 : progressOf(audio) })
  // A refusal arrives as an event as well; an interruption by the next sound is none.
  audio.play().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return
    if (current?.urls[index] === url) show({ state: 'failed' })
  })
}

function player(): HTMLAudioElement {
  const audio = soundElement()
  if (isWatched) return audio
  isWatched = true
  audio.addEventListener('playing', () => show({ state: 'playing' }))
  audio.addEventListener('waiting', () => show({ state: 'waiting' }))
  audio.addEventListener('timeupdate', () => show({ progress: progressOf(audio) }))
  audio.addEventListener('pause', () => !audio.ended && show({ state: 'paused' }))
  audio.addEventListener('error', () => audio.getAttribute('src') && show({ state: 'failed' }))
  audio.addEventListener('ended', goOn)
  return audio
}

function goOn(): void {
  if (!current) return
  const next = current.playing.index + 1
  if (next < current.urls.length) return begin(next)
  current = null
  changed()
}

function progressOf({ currentTime, duration }: HTMLAudioElement): number {
  return duration > 0 && Number.isFinite(duration) ? Math.min(1, currentTime / duration) : 0
}

function show(change: Partial<Playing>): void {
  if (!current) return
  current.playing = { ...current.playing, ...change }
  changed()
}

function changed(): void {
  for (const notify of listeners) notify()
}

/** Returns what plays under a key, and stops it when the part of the page that shows it goes. */
export function useSound(key: string): Playing {
  useEffect(() => () => leaveSound(key), [key])
  const read = () => readSound(key)
  return useSyncExternalStore(watchSound, read, read)
}

import { useEffect } from 'react'
import { workerPath, type BrandedApp } from '#contract/organizations/app/branded-app.ts'

/** Lets a published app cache its files and an offline page. Everything else works without it. */
export function useWorker({ slug, isPublished }: BrandedApp): void {
  useEffect(() => {
    if (!isPublished || !('serviceWorker' in navigator)) return
    // Some private windows refuse it.
    navigator.serviceWorker.register(workerPath(slug), { updateViaCache: 'none' }).catch(() => undefined)
  }, [slug, isPublished])
}

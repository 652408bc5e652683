import { useEffect } from 'react'
import { workerPath, type BrandedApp } from '#contract/organizations/app/branded-app.ts'

/** Has a published app keep its files and a page for moments without a network; without it all else works the same. */
export function useWorker({ slug, isPublished }: BrandedApp): void {
  useEffect(() => {
    if (!isPublished || !('serviceWorker' in navigator)) return
    // Refused in some private windows.
    navigator.serviceWorker.register(workerPath(slug), { updateViaCache: 'none' }).catch(() => undefined)
  }, [slug, isPublished])
}

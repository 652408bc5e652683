import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Redirect, useLocation, useParams } from 'wouter'
import { brandedAppPath, publicBrandedApp, type BrandedApp } from '#contract/organizations/app/branded-app.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { ProductLayout } from '#web/screens/frame/product-layout.tsx'
import NotFound from '#web/screens/frame/not-found.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { AppFrame } from './frame.tsx'

/**
 * Shows a page of the app that the address names, in the app's frame. An app that the person may not see looks like an
 * unknown page.
 */
export function WithApp({ children }: { children: (app: BrandedApp) => ReactNode }) {
  const { slug } = useParams<{ slug: string }>()
  const [path] = useLocation()
  const read = useQuery(query(publicBrandedApp, { params: { slug } }))
  if (read.isPending) return <PageSpinner />
  if (read.isError) {
    const isUnknown = read.error instanceof ApiError && read.error.code === 'app_not_found'
    return (
      <ProductLayout>
        {isUnknown ? (
          <NotFound />
        ) : (
          <div className="mx-auto w-full max-w-form px-4 py-12">
            <LoadError what="this app" failed={read} />
          </div>
        )}
      </ProductLayout>
    )
  }
  const app = read.data
  // The worker and the installed app cover this folder only.
  if (!path.startsWith(brandedAppPath(app.slug))) {
    return <Redirect to={path.replace(/^\/o\/[^/]*\/?/, brandedAppPath(app.slug))} replace />
  }
  return <AppFrame app={app}>{children(app)}</AppFrame>
}

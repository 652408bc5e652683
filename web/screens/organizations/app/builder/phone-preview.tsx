import { MessagesSquare } from 'lucide-react'
import type { CSSProperties } from 'react'
import { appShortName } from '#contract/organizations/app/branded-app.ts'
import { AppHome, type AppFace } from '#web/screens/organizations/app/app-home.tsx'
import { AppIcon } from '#web/screens/organizations/app/app-icon.tsx'
import { bandButton } from '#web/screens/organizations/app/band.ts'
import { brandVariables } from '#web/screens/organizations/app/brand.ts'
import { buttonClasses } from '#web/kit/button.tsx'

/** Shows how the app in the form would look on a phone: the app itself and its icon. */
export function PhonePreview({ app }: { app: AppFace }) {
  return (
    <section aria-labelledby="app-preview" className="flex flex-col gap-3 lg:sticky lg:top-20">
      <h2 id="app-preview" className="text-lg font-semibold">
        Preview
      </h2>
      <div className="mx-auto w-full max-w-80 rounded-[2.25rem] border-8 border-night bg-night shadow-overlay">
        <div className="overflow-hidden rounded-[1.75rem] bg-bg" style={brandVariables(app) as CSSProperties}>
          <div aria-hidden className="flex h-7 items-center justify-center bg-primary text-primary-text">
            <span className="h-1.5 w-16 rounded-full bg-current opacity-40" />
          </div>
          {/* Long apps scroll inside the phone, by keyboard too. */}
          <div
            role="region"
            aria-label="Preview of the app"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
            tabIndex={0}
            className="h-[32rem] overflow-y-auto overscroll-contain outline-offset-[-3px]"
          >
            {/* These only look like buttons. */}
            <AppHome
              app={app}
              level={3}
              actions={
                <span className={bandButton('main')}>
                  <MessagesSquare aria-hidden className="size-5" />
                  Start Talking
                </span>
              }
              agentAction={() => <span className={buttonClasses({ wide: true })}>Start Conversation</span>}
              isLinked={false}
            />
          </div>
        </div>
      </div>
      <div className="flex items-center justify-center gap-4">
        <span className="flex w-20 flex-col items-center gap-1.5">
          <AppIcon app={app} className="size-14 rounded-dialog text-2xl" />
          <span className="max-w-full truncate text-xs">{appShortName(app.appName)}</span>
        </span>
        <p className="max-w-40 text-sm text-muted">How the icon looks on a phone</p>
      </div>
    </section>
  )
}

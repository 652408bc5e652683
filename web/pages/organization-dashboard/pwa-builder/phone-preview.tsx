import { appShortName } from '#contract/branded-app.ts'
import { inkOn } from '#contract/brand-colors.ts'
import { AppHome, type AppFace } from '#web/parts/branded-app/app-home.tsx'
import { AppIcon } from '#web/parts/branded-app/app-icon.tsx'

/** What the form stands for, on a phone: the app itself, and its icon among others. */
export function PhonePreview({ app }: { app: AppFace }) {
  const { primaryColor, appName } = app
  return (
    <section aria-labelledby="app-preview" className="flex flex-col gap-3 lg:sticky lg:top-20">
      <h2 id="app-preview" className="text-lg font-semibold">
        Preview
      </h2>
      <div className="mx-auto w-full max-w-80 rounded-[2.25rem] border-8 border-night bg-night shadow-overlay">
        <div className="overflow-hidden rounded-[1.75rem] bg-bg">
          <div
            aria-hidden
            className="flex h-7 items-center justify-center"
            style={{ backgroundColor: primaryColor, color: inkOn(primaryColor).ink }}
          >
            <span className="h-1.5 w-16 rounded-full bg-current opacity-40" />
          </div>
          {/* Long apps scroll within the phone, by keyboard, too. */}
          <div
            role="region"
            aria-label="Preview of the app"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
            tabIndex={0}
            className="h-[32rem] overflow-y-auto overscroll-contain outline-offset-[-3px]"
          >
            <AppHome app={app} level={3} actions={<Start color={primaryColor} />} isLinked={false} />
          </div>
        </div>
      </div>
      <div className="flex items-center justify-center gap-4">
        <span className="flex w-20 flex-col items-center gap-1.5">
          <AppIcon app={app} className="size-14 rounded-dialog text-2xl" />
          <span className="max-w-full truncate text-xs">{appShortName(appName)}</span>
        </span>
        <p className="max-w-40 text-sm text-muted">The icon on a phone, once it is installed</p>
      </div>
    </section>
  )
}

/** Looks like the button that visitors see, and does nothing. */
function Start({ color }: { color: string }) {
  return (
    <span
      className="inline-flex h-11 items-center rounded-control px-5 text-lg font-medium"
      style={{ backgroundColor: color, color: inkOn(color).ink }}
    >
      Start talking
    </span>
  )
}

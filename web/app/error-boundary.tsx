import { Component, type ReactNode } from 'react'
import { ErrorPanel } from '#web/kit/error-panel.tsx'

interface Props {
  children: ReactNode
}

/** Replaces a screen that broke or whose files could not be loaded; the frame around it keeps working. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="mx-auto w-full max-w-form px-4 py-16 sm:px-6">
        {/* A page load requests each file only once, so trying again means reloading. */}
        <ErrorPanel title="We couldn't show this page" onRetry={() => location.reload()}>
          <p>Nothing was lost or charged. Please try again.</p>
        </ErrorPanel>
      </div>
    )
  }
}

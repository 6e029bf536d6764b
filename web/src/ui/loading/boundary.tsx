import { Component, type ErrorInfo, type ReactNode } from 'react'
import { t } from '../../lib/i18n.ts'
import { LoadError, tryPartsAgain } from './lazy-part.tsx'
import { ErrorState } from './states.tsx'

type BoundaryProps = {
  children: ReactNode
  /** The present page: a change of it is another try. */
  place?: string
  /** Shown instead; without it, the failure and the ways out. */
  instead?: (failure: ReactNode, retry: () => void) => ReactNode
}

/** A part that breaks, or cannot be loaded, leaves the rest of the page standing. */
export class Boundary extends Component<BoundaryProps, { error?: { thrown: unknown } | undefined }> {
  override state: { error?: { thrown: unknown } | undefined } = {}

  static getDerivedStateFromError(thrown: unknown) {
    return { error: { thrown } }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    if (!(error instanceof LoadError))
      reportError(new Error(`A screen failed to render: ${error.message}${info.componentStack}`, { cause: error }))
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (before.place !== this.props.place && this.state.error) this.retry()
  }

  override componentWillUnmount() {
    if (this.state.error) tryPartsAgain()
  }

  private retry() {
    tryPartsAgain()
    this.setState({ error: undefined })
  }

  /** A browser does not ask twice for a module that failed, and a tab may be older than the site: a new page asks for what there is. */
  private tryAgain = () =>
    navigator.onLine && this.state.error?.thrown instanceof LoadError ? location.reload() : this.retry()

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    const message = error.thrown instanceof LoadError ? undefined : t('crash')
    const failure = <ErrorState message={message} onRetry={this.tryAgain} />
    return this.props.instead ? this.props.instead(failure, this.tryAgain) : failure
  }
}

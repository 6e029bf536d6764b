import { Component, type ErrorInfo, type ReactNode } from 'react'
import { t } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { EmptyState } from './states.tsx'

/** A screen that breaks leaves the rest of the page standing. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    reportError(new Error(`A screen failed to render: ${error.message}${info.componentStack ?? ''}`, { cause: error }))
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <EmptyState
        title={t('crash.title')}
        description={t('crash.description')}
        action={<Button onClick={() => location.reload()}>{t('crash.reload')}</Button>}
      />
    )
  }
}

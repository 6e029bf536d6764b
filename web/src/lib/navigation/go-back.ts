import { addressOf } from '@verso/protocol/pages/pages'
import type { NavigateFunction } from 'react-router'

/** To where one came from inside the site, else to Explore: the page before a link that was opened directly is not ours. */
export function goBack(navigate: NavigateFunction): void {
  const { idx } = (history.state ?? {}) as { idx?: number }
  void (idx ? navigate(-1) : navigate(addressOf('home'), { replace: true }))
}

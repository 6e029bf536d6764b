import { addressOf } from '@verso/protocol/pages/pages'
import type { NavigateFunction } from 'react-router'
import { destination } from '../../api/session.ts'
import { t } from '../../lib/i18n.ts'
import { loadTexts } from '../../lib/load-texts.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { whySignIn } from './why-sign-in.ts'

/** "Please sign in to continue", for what, and the two ways to do it (docs/rules.md R5). */
export async function askToSignIn(navigate: NavigateFunction): Promise<void> {
  await loadTexts()
  const path = destination()
  await toast.info(t('buy.signIn'), {
    id: 'ask-to-sign-in',
    description: path ? whySignIn(path) : undefined,
    actions: [
      { label: t('auth:signIn.title'), onClick: () => void navigate(addressOf('signIn')) },
      { label: t('navs:titles.register'), onClick: () => void navigate(addressOf('register')) },
    ],
  })
}

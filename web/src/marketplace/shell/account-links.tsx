import '../../locales/navs-account-texts.ts'
import { addressOf } from '@verso/protocol/pages/pages'
import type { Me } from '@verso/protocol/users'
import { Bell, Coins, Image, LayoutDashboard, LogOut, Receipt, Settings, ShieldCheck, Star, User } from 'lucide-react'
import { signOutNow } from '../../identity/sign-out-now.ts'
import { useCredit } from '../../api/money/credits.ts'
import { useSettings } from '../../api/settings.ts'
import { t } from '../../lib/i18n.ts'
import { nameOf } from '../../lib/initials.ts'
import { loadTexts } from '../../lib/load-texts.ts'
import { whenLoaded } from '../../lib/when-loaded.ts'
import { Link } from '../../ui/link.tsx'
import { Price } from '../../ui/text/price.tsx'

/** The top of the account menu. */
export function AccountLinks({ me }: { me: Me }) {
  const adminUrl = useSettings().data?.admin_url
  const links = [
    { to: addressOf('user', { userId: me.id }), label: t('navs:account.profile'), Icon: User },
    { to: addressOf('collection'), label: t('navs:account.collection'), Icon: Image },
    { to: addressOf('dashboard'), label: t('navs:account.dashboard'), Icon: LayoutDashboard },
    { to: addressOf('orders'), label: t('navs:account.orders'), Icon: Receipt },
    { to: addressOf('wishlist'), label: t('navs:account.wishlist'), Icon: Star },
    { to: addressOf('notifications'), label: t('notifications'), Icon: Bell },
    { to: addressOf('settings'), label: t('navs:account.settings'), Icon: Settings },
  ]
  return (
    <>
      <div className="px-3 pt-2 pb-3">
        <p dir="auto" className="truncate font-semibold">
          {nameOf(me)}
        </p>
        <p className="truncate text-sm text-fg3">{me.email}</p>
      </div>
      <ul className="border-t border-line pt-1.5">
        {links.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link to={to}>
              <Icon size={16} />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <TopupButton />
        </li>
        {me.is_admin && adminUrl && (
          <li>
            <a href={adminUrl}>
              <ShieldCheck size={16} />
              {t('navs:account.adminArea')}
            </a>
          </li>
        )}
        <li>
          {/* At once: the code of its screen may be long on its way, or not come at all. */}
          <Link to={addressOf('signOut')} onClick={signOutNow}>
            <LogOut size={16} />
            {t('navs:account.logout')}
          </Link>
        </li>
      </ul>
    </>
  )
}

/** The balance, and the way to more of it from every page. */
function TopupButton() {
  const { data: credit } = useCredit()
  const load = async () => {
    await loadTexts()
    return import('../payment/open-topup.tsx')
  }
  return (
    <button type="button" onClick={() => whenLoaded(load, ({ openTopup }) => openTopup())}>
      <Coins size={16} />
      {t('navs:account.topup')}
      {credit && <Price usd={credit.credit} className="ml-auto text-fg3" />}
    </button>
  )
}

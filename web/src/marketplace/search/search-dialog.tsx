import '../../locales/search-texts.ts'
import { t } from '../../lib/i18n.ts'
import { openModal } from '../../ui/overlays/modal.ts'
import { SearchBox } from './search-box.tsx'

export const openSearchDialog = (): void =>
  void openModal({
    title: t('search.title'),
    size: 'lg',
    render: (close) => (
      <div style={{ height: 'min(560px, 70dvh)' }}>
        <SearchBox isInDialog onLeave={close} />
      </div>
    ),
  })

import './filter-texts.ts'
import { ImageOff } from 'lucide-react'
import { t } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/loading/states.tsx'

export const EmptyGrid = ({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) => (
  <EmptyState
    title={t('works.none')}
    description={isSearch && t('explore.searchedIn')}
    icon={<ImageOff size={26} />}
    action={
      <Button variant="plain" onClick={onClear}>
        {t('explore.clear')}
      </Button>
    }
  />
)

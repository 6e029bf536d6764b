import { t } from '../../lib/i18n.ts'

/** What the blocker of the credits says, with a way to mend it that does not leave the page. */
export const TopupHere = ({ onTopup }: { onTopup: () => void }) => (
  <>
    <p>{t('blockers.insufficientCredits.text')}</p>
    <button type="button" onClick={onTopup} className="mt-2 min-h-11 rounded-sm font-medium text-fg underline">
      {t('blockers.insufficientCredits.here')}
    </button>
  </>
)

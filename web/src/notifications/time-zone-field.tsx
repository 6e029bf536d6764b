import { t } from '../lib/i18n.ts'
import { Select } from '../ui/fields/select.tsx'
import { NONE_CHOSEN, ownZone, UTC } from './own-zone.ts'

/** The browser's own zones, and the one in force, which another browser may have set. */
export function TimeZoneField({ chosen, onChange }: { chosen: string; onChange: (zone: string) => void }) {
  const zones = [...new Set([ownZone(), chosen, UTC, ...Intl.supportedValuesOf('timeZone')])]
  return (
    <label className="flex flex-col gap-2 font-medium md:w-[420px]">
      {t('profile:told.digest.zone')}
      <Select
        value={chosen}
        options={zones
          .filter((zone) => zone !== NONE_CHOSEN || zone === chosen)
          .map((zone) => [zone, zone === UTC ? NONE_CHOSEN : zone.replaceAll('_', ' ')] as const)}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}

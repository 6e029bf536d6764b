import { addTexts } from '../../../lib/i18n.ts'
import exploreFilters from '../../../locales/en/explore-filters.json'

addTexts({ common: exploreFilters })

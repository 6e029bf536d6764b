import { addTexts } from '../../../../lib/i18n.ts'
import front from '../../../../locales/en/front.json'

addTexts({ common: front })

import { addTexts } from '../lib/i18n.ts'
import explore from './en/explore.json'

addTexts({ common: explore })

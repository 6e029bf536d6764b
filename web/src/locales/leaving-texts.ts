import { addTexts } from '../lib/i18n.ts'
import leaving from './en/leaving.json'

addTexts({ profile: leaving })

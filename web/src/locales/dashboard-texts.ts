import { addTexts } from '../lib/i18n.ts'
import dashboard from './en/dashboard.json'

addTexts({ common: dashboard })

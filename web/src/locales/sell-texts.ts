import { addTexts } from '../lib/i18n.ts'
import sell from './en/sell.json'

addTexts({ common: sell })

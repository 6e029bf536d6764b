import { addTexts } from '../lib/i18n.ts'
import search from './en/search.json'

addTexts({ common: search })

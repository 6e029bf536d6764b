import { addTexts } from '../lib/i18n.ts'
import collection from './en/collection.json'

addTexts({ common: collection })

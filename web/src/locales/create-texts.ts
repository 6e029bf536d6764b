import { addTexts } from '../lib/i18n.ts'
import create from './en/create.json'

addTexts({ common: create })

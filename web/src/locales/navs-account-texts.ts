import { addTexts } from '../lib/i18n.ts'
import navsAccount from './en/navs-account.json'

addTexts({ navs: navsAccount })

import { addTexts } from '../lib/i18n.ts'
import auth from './en/auth.json'
import profile from './en/profile.json'

addTexts({ auth, profile })

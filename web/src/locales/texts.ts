import { addTexts } from '../lib/i18n.ts'
import auth from './en/auth.json'
import commonMore from './en/common-more.json'
import profile from './en/profile.json'

addTexts({ common: commonMore, auth, profile })

import { addTexts } from '../lib/i18n.ts'
import auth from './en/auth.json'
import commonMore from './en/common-more.json'
import navsMore from './en/navs-more.json'
import profile from './en/profile.json'

addTexts({ common: commonMore, navs: navsMore, auth, profile })
